"""Private panels: kept in mind from the press that opened them until there is nothing to press in them."""

"""Every public page and private panel as values: from position, viewer and texts. No Discord here."""

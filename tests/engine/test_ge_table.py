"""Cards, hosts, the rules in force: GE-01, GE-02, GE-10."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Everybody, Seats, audience
from mafia_bot.engine.ids import Rank, Role, SeatNo, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.ruleset.stored import ruleset_of
from mafia_bot.engine.state import Lobby, Night, Speeches
from mafia_bot.engine.view import view
from tests.engine.scenario import lobby, rules, shipped, table, user
from tests.engine.tables import BLIND, MASKS

HOST, ASSISTANT, STRANGER = 1, 2, 77


@pytest.mark.rule("GE-01")
def test_seats_are_numbered_from_one_in_the_order_of_joining() -> None:
    t = table("masks", MASKS)
    assert [p.seat for p in t.game.players] == list(range(1, 11))
    assert [p.user for p in t.game.players] == [user(seat) for seat in range(1, 11)]


@pytest.mark.rule("GE-01")
def test_a_deal_follows_the_drawn_lots_and_nothing_else() -> None:
    deals = []
    for turn in range(10):
        t = lobby("masks", 10)
        t.lots = lambda n, turn=turn: [(i + turn) % n for i in range(n)]
        t.do(cmd.StartGame(Rank.BOT))
        deals.append(tuple(p.role for p in t.game.players))
    # Every lot is another deal of the same cards, and every seat gets every card in some of them.
    assert len(set(deals)) > 1
    assert all(sorted(deal) == sorted(deals[0]) for deal in deals)
    for seat in range(10):
        assert {deal[seat] for deal in deals} == set(deals[0])


@pytest.mark.rule("GE-01")
def test_a_card_is_for_its_own_eyes() -> None:
    t = table("masks", MASKS, host=HOST)
    for event in t.all(ev.CardDealt):
        assert audience(t.game, event) == Seats((event.seat,))
    for viewer in (*(user(seat) for seat in range(1, 11)), UserId(STRANGER), None):
        assert all(seat.role is None for seat in view(t.game, viewer).seats)


@pytest.mark.rule("GE-01")
def test_my_card_can_be_looked_at_at_any_moment() -> None:
    t = table("masks", MASKS, start="night")
    seen = set()
    for _ in range(80):
        seen.add(type(t.phase))
        for seat in range(1, 11):
            own = view(t.game, user(seat)).own
            assert own is not None
            assert own.role.value == MASKS.get(seat, "civilian")
        if isinstance(t.phase, Night) and t.game.round == 1:
            t.act(mafia=7)
        t.run_out()
    assert len(seen) >= 3
    assert 7 not in t.alive  # the dead may look too


@pytest.mark.rule("GE-02")
def test_host_and_assistants_never_play_at_their_table() -> None:
    t = lobby("masks", 9, host=HOST)
    t.do(cmd.NameAssistant(Rank.HOST, UserId(ASSISTANT)))
    t.refuses(cmd.Join(UserId(HOST)), Code.HOST_CANNOT_PLAY, "GE-02")
    t.refuses(cmd.Join(UserId(ASSISTANT)), Code.HOST_CANNOT_PLAY, "GE-02")
    t.refuses(cmd.NameAssistant(Rank.HOST, user(3)), Code.HOST_CANNOT_PLAY, "GE-02")
    t.refuses(cmd.NameHost(Rank.HOST, user(3)), Code.HOST_CANNOT_PLAY, "GE-02")


@pytest.mark.rule("GE-02", "MW-01")
def test_nor_does_who_leads_come_in_later_or_a_dead_player_lead() -> None:
    t = table("most_wanted", BLIND, host=HOST, assistants=[ASSISTANT]).remove(9)
    t.refuses(cmd.Replace(Rank.HOST, SeatNo(3), UserId(HOST)), Code.HOST_CANNOT_PLAY, "GE-02")
    t.refuses(cmd.Replace(Rank.HOST, SeatNo(3), UserId(ASSISTANT)), Code.HOST_CANNOT_PLAY, "GE-02")
    t.refuses(cmd.NameHost(Rank.HOST, user(9)), Code.HOST_CANNOT_PLAY, "GE-02")


@pytest.mark.rule("GE-02")
def test_the_host_undoes_what_an_assistant_did() -> None:
    t = table("most_wanted", BLIND, host=HOST).warn(7, rank=Rank.ASSISTANT)
    t.undo(Rank.HOST)
    assert t.game.player(7).warnings == 0


@pytest.mark.rule("GE-02")
def test_an_assistant_undoes_an_assistant_and_the_bot_but_not_the_host() -> None:
    for rank in (Rank.ASSISTANT, Rank.BOT):
        t = table("most_wanted", BLIND, host=HOST).warn(7, rank=rank)
        t.undo(Rank.ASSISTANT)
        assert t.game.player(7).warnings == 0
    t = table("most_wanted", BLIND, host=HOST).warn(7, rank=Rank.HOST)
    t.refuses(cmd.Undo(Rank.ASSISTANT), Code.HOST_DECIDED, "GE-02")
    assert t.game.player(7).warnings == 1


@pytest.mark.rule("GE-02")
def test_an_assistant_names_neither_hosts_nor_assistants() -> None:
    t = table("most_wanted", BLIND, host=HOST, assistants=[ASSISTANT])
    t.refuses(cmd.NameHost(Rank.ASSISTANT, UserId(ASSISTANT)), Code.NOT_HOST, "GE-02")
    t.refuses(cmd.NameAssistant(Rank.ASSISTANT, UserId(STRANGER)), Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-02")
def test_a_table_runs_itself_without_a_host() -> None:
    t = table("most_wanted", BLIND, start="night")
    assert t.game.host is None
    t.until()
    assert t.outcome is not None


@pytest.mark.rule("GE-10")
@pytest.mark.parametrize("ruleset", sorted(shipped()))
def test_the_rules_in_force_stay_with_the_game(ruleset: str) -> None:
    t = lobby(ruleset)
    assert t.game.rules == shipped()[ruleset]
    assert ruleset_of(t.last(ev.LobbyOpened).rules) == t.game.rules
    assert view(t.game, None).ruleset == ruleset


@pytest.mark.rule("GE-10")
def test_a_game_keeps_the_numbers_it_began_with() -> None:
    t = table("masks", MASKS, axes={"circle.speech_seconds": 45})
    assert t.game.rules.circle.speech_seconds == 45
    assert shipped()["masks"].circle.speech_seconds == 60
    t.refuses(cmd.ChooseRuleset(Rank.HOST, rules("most_wanted")), Code.ALREADY_STARTED)


@pytest.mark.rule("GE-10")
def test_another_ruleset_can_be_chosen_before_the_start() -> None:
    t = lobby("masks", 10, host=HOST)
    t.do(cmd.ChooseRuleset(Rank.HOST, rules("most_wanted")))
    assert t.game.rules.id == "most_wanted"
    assert isinstance(t.phase, Lobby)
    wrong = {**rules("most_wanted"), "shooting": {"open": "perhaps", "own": True}}
    refusal = t.refuses(cmd.ChooseRuleset(Rank.HOST, wrong), Code.BAD_RULESET)
    assert "shooting" in refusal.data["faults"]
    t.do(cmd.StartGame(Rank.HOST))
    assert t.game.player(1).role in set(Role)
    assert isinstance(t.until(Speeches).phase, Speeches)


def test_two_change_seats_until_the_cards_are_dealt() -> None:
    """GE-15: whoever leads may reseat; the next to come sits behind all."""
    t = lobby("masks", 6, host=HOST)
    t.do(cmd.SwapSeats(Rank.HOST, SeatNo(2), SeatNo(5)))
    assert isinstance(t.phase, Lobby)
    assert t.phase.members == tuple(user(seat) for seat in (1, 5, 3, 4, 2, 6))
    t.refuses(cmd.SwapSeats(Rank.HOST, SeatNo(2), SeatNo(2)), Code.TWO_SEATS, "GE-15")
    for stranger in (0, 7):
        t.refuses(cmd.SwapSeats(Rank.HOST, SeatNo(1), SeatNo(stranger)), Code.NO_SUCH_SEAT)
    t.do(cmd.StartGame(Rank.HOST))
    assert [p.user for p in t.game.players] == [user(seat) for seat in (1, 5, 3, 4, 2, 6)]
    t.refuses(cmd.SwapSeats(Rank.HOST, SeatNo(1), SeatNo(2)), Code.ALREADY_STARTED)
    assert t.replays()


@pytest.mark.rule("GE-10")
def test_a_lobby_hears_of_new_rules_once_and_a_game_never() -> None:
    t = lobby("masks", 6, host=HOST)
    (offer,) = t.do(cmd.OfferRuleset("masks", 2))
    assert (offer, audience(t.game, offer)) == (ev.RulesetOffered("masks", 2, "", t.now), Everybody())
    assert t.do(cmd.OfferRuleset("masks", 2)) == (), "it stands there already"
    t.do(cmd.ChooseRuleset(Rank.HOST, {**rules("masks"), "version": 2}))
    assert isinstance(t.phase, Lobby)
    assert t.phase.offered is None
    assert t.do(cmd.OfferRuleset("masks", 2)) == (), "it is played by already"
    t.do(cmd.StartGame(Rank.HOST))
    t.refuses(cmd.OfferRuleset("masks", 3), Code.ALREADY_STARTED)
    assert t.replays()

"""What the server itself says of a table: who is muted, who sees and writes where. Never the bot's memory."""

from collections.abc import Iterable

from simcord.actors import MemberActor

from mafia_bot.delivery.rooms.overwrites import WRITE
from mafia_bot.demo.club import SimulatedClub

MAFIA, TABLE, GRAVEYARD = "mafia", "table", "graveyard"


def name_of(club: SimulatedClub, user_id: int) -> str:
    """A seat's number, or the name of somebody without a seat."""
    for number, actor in enumerate(club.seats, start=1):
        if actor.id == user_id:
            return str(number)
    return club.env.backend.users[user_id].global_name or str(user_id)


def muted(club: SimulatedClub) -> set[str]:
    """Everybody who is server-muted in voice now, seated or not."""
    return {name_of(club, user) for user, state in club.guild.voice_states().items() if state.mute}


def heard(club: SimulatedClub) -> set[str]:
    """Everybody who can be heard at the table now."""
    states = club.guild.voice_states().items()
    return {
        name_of(club, user)
        for user, state in states
        if state.channel_id == club.voice.id and not state.mute and user != club.bot.user.id  # type: ignore[union-attr]
    }


def all_muted(club: SimulatedClub) -> set[str]:
    """Everybody whom the server holds muted, in voice or not: what field story 2 is about."""
    members = club.env.backend.guilds[club.guild.id].members
    return {name_of(club, user) for user, member in members.items() if member.mute}


def readers(club: SimulatedClub, key: str, people: Iterable[MemberActor] = ()) -> set[str]:
    """Who sees a room, among the seats and these people."""
    room = club.room(key)
    return {name_of(club, a.id) for a in (*club.seats, *people) if club.may(a, room, "view_channel")}


def writers(club: SimulatedClub, key: str, people: Iterable[MemberActor] = ()) -> set[str]:
    """Who may write in a room in any way: a message, a thread, a reaction."""
    room = club.room(key)
    everyone = (*club.seats, *people)
    ways = [name for name, on in WRITE if on]
    return {
        name_of(club, a.id)
        for a in everyone
        if club.may(a, room, "view_channel") and any(club.may(a, room, way) for way in ways)
    }


def seats(numbers: Iterable[int]) -> set[str]:
    """Seat numbers as `muted` and the others name them."""
    return {str(number) for number in numbers}


def board_text(club: SimulatedClub) -> str:
    """Everything that the newest board says."""
    embed = club.board().embeds[0]
    return f"{embed.title}\n{embed.description}"

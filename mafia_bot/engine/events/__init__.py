"""What happened, in the past tense: the only thing a journal keeps."""

from mafia_bot.engine.events.base import Event as Event
from mafia_bot.engine.events.day import (
    BestMoveNamed as BestMoveNamed,
)
from mafia_bot.engine.events.day import (
    DayBroke as DayBroke,
)
from mafia_bot.engine.events.day import (
    FarewellEnded as FarewellEnded,
)
from mafia_bot.engine.events.day import (
    FarewellOpened as FarewellOpened,
)
from mafia_bot.engine.events.day import (
    LastWordsBegan as LastWordsBegan,
)
from mafia_bot.engine.events.day import (
    LateSpeechesGiven as LateSpeechesGiven,
)
from mafia_bot.engine.events.day import (
    MorningCame as MorningCame,
)
from mafia_bot.engine.events.day import (
    Nominated as Nominated,
)
from mafia_bot.engine.events.day import (
    NominationWindowOpened as NominationWindowOpened,
)
from mafia_bot.engine.events.day import (
    PlayerLeft as PlayerLeft,
)
from mafia_bot.engine.events.day import (
    RoleAnnounced as RoleAnnounced,
)
from mafia_bot.engine.events.day import (
    SpeechEnded as SpeechEnded,
)
from mafia_bot.engine.events.day import (
    SpeechLost as SpeechLost,
)
from mafia_bot.engine.events.day import (
    SpeechOpened as SpeechOpened,
)
from mafia_bot.engine.events.discipline import (
    PenaltyIncurred as PenaltyIncurred,
)
from mafia_bot.engine.events.discipline import (
    PlayerRemoved as PlayerRemoved,
)
from mafia_bot.engine.events.discipline import (
    PlayerSuspended as PlayerSuspended,
)
from mafia_bot.engine.events.discipline import (
    RulingMade as RulingMade,
)
from mafia_bot.engine.events.discipline import (
    RulingSealed as RulingSealed,
)
from mafia_bot.engine.events.discipline import (
    RulingUndone as RulingUndone,
)
from mafia_bot.engine.events.discipline import (
    TechnicalDefeat as TechnicalDefeat,
)
from mafia_bot.engine.events.discipline import (
    VoteCancelled as VoteCancelled,
)
from mafia_bot.engine.events.discipline import (
    WarningIssued as WarningIssued,
)
from mafia_bot.engine.events.hosting import (
    GameEnded as GameEnded,
)
from mafia_bot.engine.events.hosting import (
    GamePaused as GamePaused,
)
from mafia_bot.engine.events.hosting import (
    GameResumed as GameResumed,
)
from mafia_bot.engine.events.hosting import (
    GraceRenewed as GraceRenewed,
)
from mafia_bot.engine.events.hosting import (
    HostAsked as HostAsked,
)
from mafia_bot.engine.events.hosting import (
    OutageEnded as OutageEnded,
)
from mafia_bot.engine.events.hosting import (
    PlayerDropped as PlayerDropped,
)
from mafia_bot.engine.events.hosting import (
    PlayerReplaced as PlayerReplaced,
)
from mafia_bot.engine.events.hosting import (
    PlayerReturned as PlayerReturned,
)
from mafia_bot.engine.events.hosting import (
    QuestionAnswered as QuestionAnswered,
)
from mafia_bot.engine.events.hosting import (
    QuestionAsked as QuestionAsked,
)
from mafia_bot.engine.events.hosting import (
    StepExtended as StepExtended,
)
from mafia_bot.engine.events.hosting import (
    TableDeserted as TableDeserted,
)
from mafia_bot.engine.events.lobby import (
    AssistantNamed as AssistantNamed,
)
from mafia_bot.engine.events.lobby import (
    DealChosen as DealChosen,
)
from mafia_bot.engine.events.lobby import (
    GameStarted as GameStarted,
)
from mafia_bot.engine.events.lobby import (
    HostNamed as HostNamed,
)
from mafia_bot.engine.events.lobby import (
    LobbyOpened as LobbyOpened,
)
from mafia_bot.engine.events.lobby import (
    NameSeen as NameSeen,
)
from mafia_bot.engine.events.lobby import (
    PlayerJoined as PlayerJoined,
)
from mafia_bot.engine.events.lobby import (
    PlayerUnjoined as PlayerUnjoined,
)
from mafia_bot.engine.events.lobby import (
    RulesetChosen as RulesetChosen,
)
from mafia_bot.engine.events.lobby import (
    RulesetOffered as RulesetOffered,
)
from mafia_bot.engine.events.lobby import (
    SeatsSwapped as SeatsSwapped,
)
from mafia_bot.engine.events.night import (
    ActBlocked as ActBlocked,
)
from mafia_bot.engine.events.night import (
    AlibiGiven as AlibiGiven,
)
from mafia_bot.engine.events.night import (
    CardDealt as CardDealt,
)
from mafia_bot.engine.events.night import (
    CheckAnswered as CheckAnswered,
)
from mafia_bot.engine.events.night import (
    NightFell as NightFell,
)
from mafia_bot.engine.events.night import (
    NightResolved as NightResolved,
)
from mafia_bot.engine.events.night import (
    NightStepOpened as NightStepOpened,
)
from mafia_bot.engine.events.night import (
    OrderGiven as OrderGiven,
)
from mafia_bot.engine.events.night import (
    TargetChosen as TargetChosen,
)
from mafia_bot.engine.events.night import (
    TeamShown as TeamShown,
)
from mafia_bot.engine.events.vote import (
    AlibiHeld as AlibiHeld,
)
from mafia_bot.engine.events.vote import (
    BallotBegan as BallotBegan,
)
from mafia_bot.engine.events.vote import (
    JustificationBegan as JustificationBegan,
)
from mafia_bot.engine.events.vote import (
    JustificationEnded as JustificationEnded,
)
from mafia_bot.engine.events.vote import (
    JustificationOpened as JustificationOpened,
)
from mafia_bot.engine.events.vote import (
    LiftVoteCast as LiftVoteCast,
)
from mafia_bot.engine.events.vote import (
    LiftVoteOpened as LiftVoteOpened,
)
from mafia_bot.engine.events.vote import (
    LiftVotesCounted as LiftVotesCounted,
)
from mafia_bot.engine.events.vote import (
    ListRead as ListRead,
)
from mafia_bot.engine.events.vote import (
    ManiacAbsent as ManiacAbsent,
)
from mafia_bot.engine.events.vote import (
    ManiacAnswered as ManiacAnswered,
)
from mafia_bot.engine.events.vote import (
    ManiacAsked as ManiacAsked,
)
from mafia_bot.engine.events.vote import (
    NobodyLeft as NobodyLeft,
)
from mafia_bot.engine.events.vote import (
    ShortNightFell as ShortNightFell,
)
from mafia_bot.engine.events.vote import (
    TieBroken as TieBroken,
)
from mafia_bot.engine.events.vote import (
    TieFound as TieFound,
)
from mafia_bot.engine.events.vote import (
    VoteCast as VoteCast,
)
from mafia_bot.engine.events.vote import (
    VotesCounted as VotesCounted,
)
from mafia_bot.engine.events.vote import (
    VoteSkipped as VoteSkipped,
)
from mafia_bot.engine.events.vote import (
    WindowOpened as WindowOpened,
)

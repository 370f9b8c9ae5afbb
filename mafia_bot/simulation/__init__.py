"""Many games by players of a policy over the bare engine: what rules do, before people try them.

It stands at the top beside the command line: it knows the engine and rulesets, never Discord or a database.
"""

from mafia_bot.simulation.batch import POLICIES as POLICIES
from mafia_bot.simulation.batch import simulate as simulate
from mafia_bot.simulation.policy import Policy as Policy
from mafia_bot.simulation.recursion import mafia_share as mafia_share
from mafia_bot.simulation.results import Results as Results
from mafia_bot.simulation.results import Share as Share
from mafia_bot.simulation.results import report as report

"""What happened in the attack phase, and why a line of it cannot be: codes and facts for the outside."""

from core.rulesets.waterloo_wargame.battle cimport Engagement, EventLog, Finding, Phase, Score
from core.rulesets.waterloo_wargame.position cimport Position


cdef list events_of(Position position, const EventLog* log)
cdef dict score_facts(const Score* score)
cdef object refusal(Position position, const Phase* phase, const Engagement* line, Finding found)
cdef object lapse_event(Position position, const Phase* phase, const Engagement* line, Finding found)

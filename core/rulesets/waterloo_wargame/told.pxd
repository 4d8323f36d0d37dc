from core.rulesets.waterloo_wargame.battle cimport Chronicle, Finding, Line, Phase, Score
from core.rulesets.waterloo_wargame.position cimport Position


cdef list events_of(Position position, const Chronicle* chronicle)
cdef dict score_facts(const Score* score)
cdef object refusal(Position position, const Phase* phase, const Line* line, Finding found)

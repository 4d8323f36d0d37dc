"""One package a rule set; each has a class that fulfils `core.contract.RuleSet`."""

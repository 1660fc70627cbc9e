"""Every setting of a method and every fact on the machine has a name in every language."""

from dataclasses import fields, replace
from typing import Any, cast

import pytest
from loadproof.methods.capacity.settings import CapacityAsked
from loadproof.methods.capacity.user_search import UserSearch
from loadproof.methods.compare.machine import CompareSettings
from loadproof.methods.confirmation import ConfirmSettings
from loadproof.methods.load.machine import HeldLoad
from loadproof.methods.overhead.machine import OverheadSettings
from loadproof.methods.plateaus.machine import PlateausSettings
from loadproof.methods.smoke.machine import SmokeSettings
from loadproof.methods.soak.machine import SoakSettings
from loadproof.methods.warm_up.machine import WarmUpSettings
from loadproof.render.document import Facts
from loadproof.render.facts import facts_block
from loadproof.run.host import describe_host
from loadproof.study.load_study import DEMO_STUDY, load_study
from loadproof.study.methods import Methods
from loadproof.words.catalogue import words_of

ALL = Methods(
    capacity=CapacityAsked(
        **cast(Any, {field.name: 1 for field in fields(CapacityAsked)} | {"in_users": UserSearch(ramp_s=1.0)})
    ),
    confirm=ConfirmSettings(rate=1.0),
    smoke=SmokeSettings(1.0),
    soak=SoakSettings(rate=1.0),
    load=HeldLoad(1.0),
    plateaus=PlateausSettings((1.0, 2.0)),
    warm_up=WarmUpSettings(1.0),
    compare=CompareSettings(1.0, budget_s=1.0, primary=("get",)),
    overhead=OverheadSettings(
        (1.0,),
        settle_s=1.0,
        budget_s=1.0,
        response_bound_percent=1.0,
        cpu_bound_percent=1.0,
        memory_bound_percent=1.0,
    ),
)


# All languages have the same messages (scripts/check_words.py); in English a name may be the key itself.
@pytest.mark.parametrize("language", ["ru", "zh"])
def test_each_has_a_name(language: str) -> None:
    assert [field.name for field in fields(ALL) if getattr(ALL, field.name) is None] == []
    settings = replace(load_study(DEMO_STUDY), methods=ALL).methods_shown()
    assert len(settings) > 20
    block = facts_block(
        {**settings, **describe_host(), "connections": 64, "shards": 1, "note": "a"}, words_of(language)
    )
    assert isinstance(block, Facts)
    assert {name for name, _ in block.pairs if name.isascii()} == {"Python"}

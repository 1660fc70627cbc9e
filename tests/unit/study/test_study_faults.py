"""Each fault of profile, methods, presets and the settings of a study by its place, its message and its cure."""

from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.model.rate import RATE_FORMS
from loadproof.study.load_study import load_study

from .study_text import study_text

FaultsOf = Callable[..., list[tuple[int, str, str]]]


@pytest.mark.parametrize(
    ("section", "text", "line", "message", "cure"),
    [
        (
            "profile",
            "tls: {insecure: true}",
            8,
            "profile.tls: no target of the study speaks TLS",
            "give an https:// target, or leave tls out",
        ),
        (
            "profile",
            "base_rate: 0",
            8,
            "profile.base_rate: 0 is not above 0 and at most 10000000",
            f"give {RATE_FORMS}",
        ),
        (
            "profile",
            "base_rate: 5\noperations:\n  get: {rate: 2, request: GET /}\n",
            8,
            "profile.base_rate: the operations have rates, whose sum is the base rate",
            "leave base_rate out",
        ),
        (
            "profile",
            "operations:\n  get: {rate: 2, request: GET /}\n  put: {weight: 2, request: PUT /}",
            10,
            "profile.operations.put.weight: a weight, where get has a rate",
            "give all of them rates, or all of them weights",
        ),
        (
            "profile",
            "operations:\n  get: {rate: 2, request: GET /}\n  put: {request: PUT /}",
            10,
            "profile.operations.put: no rate, where get has one",
            "give all of them rates, or all of them weights",
        ),
        (
            "profile",
            "operations:\n  get: {rate: -1, request: GET /}",
            9,
            "profile.operations.get.rate: -1 is not above 0 and at most 10000000",
            f"give {RATE_FORMS}",
        ),
        ("profile", "target: http://h", 8, "profile.target: the stand has the target", "leave it out here"),
        (
            "profile",
            "operations:\n  get: {request: GET /, headers: {A: '${env:NOT_SET}'}}",
            9,
            "profile.operations.get.headers.A: the environment has no variable NOT_SET",
            "set NOT_SET before the run",
        ),
        (
            "profile",
            "operations:\n  get: {request: GET /, headers: {A: '${env:BAD_HEADER}'}}",
            9,
            "profile.operations.get.headers.A: the value of BAD_HEADER cannot stand in this header",
            "give one line of ASCII text",
        ),
        (
            "profile",
            "operations:\n  get:\n    request: GET /${env:HOST}",
            10,
            "profile.operations.get.request: '${env:HOST}' asks for a secret where it would be stored or shown",
            "write it in headers, in auth, or in the value of a variable",
        ),
        ("rest", "profile: x", 12, "profile: this key stands in line 7 already", "keep one of them"),
        (
            "methods",
            "  {}",
            10,
            "methods: there are no methods",
            "add one of smoke, plateaus, capacity, confirm, soak, spike, users, load, compare, overhead",
        ),
        ("methods", "  capcity: {}", 11, "methods.capcity: this key is not known", "did you mean capacity?"),
        (
            "methods",
            "  capacity: {start_rate: fast}",
            11,
            "methods.capacity.start_rate: 'fast' is not a rate",
            f"give {RATE_FORMS}, or a multiple of the profile (2N)",
        ),
        (
            "methods",
            "  capacity: {start_rate: 2N}",
            11,
            "methods.capacity.start_rate: '2N' is a multiple of a profile whose rate at N = 1 is not known",
            f"give the operations rates, or the profile a base_rate; or give {RATE_FORMS}",
        ),
        (
            "methods",
            "  capacity: {start_rate: 0}",
            11,
            "methods.capacity.start_rate: 0 is not above 0 and at most 10000000",
            f"give {RATE_FORMS}, or a multiple of the profile (2N)",
        ),
        (
            "methods",
            "  capacity: {start_rate: 200, max_rate: 100}",
            11,
            "methods.capacity.max_rate: the highest rate, 100, is below the first one, 200",
            "raise max_rate or lower start_rate",
        ),
        (
            "methods",
            "  capacity: {start_rate: 200000}",
            11,
            "methods.capacity.start_rate: the highest rate, 100000, is below the first one, 200000",
            "raise max_rate or lower start_rate",
        ),
        (
            "methods",
            "  capacity: {precision: 5}",
            11,
            "methods.capacity.precision: 5 is a number, which cannot stand here",
            "give a percentage, such as 5%",
        ),
        (
            "methods",
            "  capacity: {precision: 5 per cent}",
            11,
            "methods.capacity.precision: '5 per cent' is not a percentage",
            "write a number and %, such as 5%",
        ),
        (
            "methods",
            "  capacity: {precision: 0%}",
            11,
            "methods.capacity.precision: '0%' is not between 0.1% and 100%",
            "write a percentage in that range",
        ),
        (
            "methods",
            "  capacity: {hold: 1.5s}",
            11,
            "methods.capacity.hold: '1.5s' is not a time of whole seconds, 1s or more",
            "write a time such as 30s or 2m",
        ),
        (
            "methods",
            "  capacity: {hold: 0s}",
            11,
            "methods.capacity.hold: '0s' is not a time of whole seconds, 1s or more",
            "write a time such as 30s or 2m",
        ),
        (
            "methods",
            "  capacity: {hold: 30}",
            11,
            "methods.capacity.hold: 30 is a number, which cannot stand here",
            "give the longest span of a trial: a duration of whole seconds, such as 30s",
        ),
        (
            "methods",
            "  load: {hold: 60s, rate: 5}\n  warm_up: {most: 30s}",
            12,
            "methods.warm_up.most: '30s' is not a time of whole seconds, 1m or more",
            "write a time such as 2m",
        ),
        (
            "methods",
            "  capacity: {settle: 10ms}",
            11,
            "methods.capacity.settle: '10ms' is not a time of whole seconds",
            "write a time such as 30s or 2m",
        ),
        (
            "methods",
            "  capacity: {budget: 30d}",
            11,
            "methods.capacity.budget: '30d' has the unknown unit 'd'",
            "use us, ms, s, m or h",
        ),
        (
            "methods",
            "  capacity: {hold: 4s, settle: 3s, budget: 6s}",
            11,
            "methods.capacity.budget: 6 s are less than the shortest search with its confirmation takes, 22 s",
            "give 22s or more",
        ),
        (
            "methods",
            "  confirm:",
            11,
            "methods.confirm: there is no rate, and no capacity is searched",
            "give a rate, or add capacity to the methods",
        ),
        (
            "methods",
            "  soak: {share: 80%}",
            11,
            "methods.soak: there is no rate, and no capacity is searched",
            "give a rate, or add capacity to the methods",
        ),
        (
            # What rests on the capacity is not blamed for a fault in it.
            "methods",
            "  capacity: {confirm: 1m}\n  soak: {share: 70%}",
            11,
            "methods.capacity.confirm: this key is not known",
            "did you mean confirm_hold?",
        ),
        (
            "methods",
            "  capacity:\n  soak: {share: 180%}",
            12,
            "methods.soak.share: '180%' is not between 1% and 100%",
            "write a percentage in that range",
        ),
        (
            "methods",
            "  soak: {rate: 5, share: 70%}",
            11,
            "methods.soak.share: a share of the capacity, where a rate is given",
            "keep one of them",
        ),
        (
            "methods",
            "  load: {hold: 5s}",
            11,
            "methods.load: load has no rate",
            "give rate: calls per second, a multiple such as 2N, or max",
        ),
        (
            "methods",
            "  load: {rate: fast}",
            11,
            "methods.load.rate: 'fast' is not a rate",
            f"give {RATE_FORMS}, or a multiple of the profile (2N)",
        ),
        (
            "methods",
            "  load: {rate: max}\n  warm_up: {}",
            12,
            "methods.warm_up: warm_up has no rate, and no method has one",
            "give rate: calls per second",
        ),
        (
            "methods",
            "  capacity:\n  warm_up: {floor: 90s}",
            12,
            "methods.warm_up.floor: half of a warm-up has to follow its floor, 90 s, and 120 s are the most",
            "lower floor, or raise most to twice as much",
        ),
        ("rest", "slo: [p99<50]", 12, "slo[0]: 'p99<50': '50' has no unit", "write 50s or 50ms, as meant"),
        (
            "rest",
            "slo: gte:p99<50ms",
            12,
            "slo: the SLO 'gte:p99<50ms' names the operation 'gte', which is not there",
            "did you mean get?",
        ),
        (
            "rest",
            "slo: p99<20s",
            12,
            "slo: the SLO 'p99<20s' is not under the timeout of 10s",
            "set a timeout above 20s",
        ),
        (
            "rest",
            "presets: {smoke: {methods: {soak: {hold: 5}}}}",
            12,
            "presets.smoke.methods.soak.hold: 5 is a number, which cannot stand here",
            "give a duration of whole seconds, such as 30s",
        ),
        (
            "rest",
            "presets: {smoke: {limits: {ap: {cpus: 1}}}}",
            12,
            "presets.smoke.limits.ap: there is no service 'ap'",
            "did you mean api?",
        ),
        (
            "rest",
            "presets: {smoke: {limits: {api: {cpus: -1}}}}",
            12,
            "presets.smoke.limits.api.cpus: -1 is not above 0 and at most 4096",
            "give a number such as 1.5",
        ),
        (
            "rest",
            "presets:\n  smoke:\n    hold: 5s",
            14,
            "presets.smoke.hold: this key is not known",
            "use methods, only, variants, injections, alarms, limits, environment, diagnosis, starts, pause",
        ),
        ("rest", "arrivals: uniform", 12, "arrivals: 'uniform' is not known", "give poisson or constant"),
        ("rest", "connections: 0", 12, "connections: 0 is not from 1 to 1000000", "give a number such as 1000"),
        ("rest", "seed: -1", 12, "seed: -1 is not from 0 to 4294967295", "give a number such as 1"),
        (
            "rest",
            "seed: 1.5",
            12,
            "seed: 1.5 is a number, which cannot stand here",
            "give a number from 0 to 4294967295",
        ),
        (
            "rest",
            "injections: [kill]",
            12,
            "injections: a list cannot stand here",
            "give a mapping of names to problems, such as {frozen: {stop: api, after: 2m, for: 30s}}",
        ),
        ("rest", "name: s", 12, "name: this key stands in line 1 already", "keep one of them"),
        ("rest", "duration: 5m", 12, "duration: this key is not known", "did you mean description?"),
    ],
)
def test_one_fault(study_faults_of: FaultsOf, section: str, text: str, line: int, message: str, cure: str) -> None:
    assert study_faults_of(**{section: text}) == [(line, message, cure)]


def test_tls_is_for_the_variant_whose_target_is_https(tmp_path: Path) -> None:
    text = study_text(profile="tls: {insecure: true}", rest="variants: {plain: {}, tls: {target: 'HTTPS://h:8443'}}")
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    assert load_study(tmp_path / "s.yaml").profile.tls.insecure

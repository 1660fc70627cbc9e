"""Makes the reports of load generators in `honest` and `falsified`: one simulated test, printed as each tool prints it.

Run `python -m tests.unit.tools.audit.tools.make_reports` after a change. Each falsified report is an honest one with
one figure changed; `falsified_reports` lists what was changed.
"""

import json
from pathlib import Path

from tests.unit.tools.audit.tools.command_line_reports import (
    ab,
    hey,
    oha,
    oha_document,
    vegeta,
    vegeta_document,
    wrk,
    wrk2,
)
from tests.unit.tools.audit.tools.falsified_reports import FALSIFIED
from tests.unit.tools.audit.tools.k6_gatling_reports import (
    gatling_console,
    gatling_document,
    gatling_global,
    k6_document,
    k6_text,
)
from tests.unit.tools.audit.tools.simulated_calls import ALL, OPERATIONS, table
from tests.unit.tools.audit.tools.table_reports import (
    german,
    in_german,
    jmeter_aggregate,
    jmeter_statistics,
    jmeter_summary,
    locust_history,
    locust_stats,
    transposed,
)

PLACE = Path(__file__).parent


def honest() -> dict[str, str]:
    """Every report by its file."""
    return {
        "locust-stats.csv": locust_stats(),
        "locust-history.csv": locust_history([ALL]),
        "locust-full-history.csv": locust_history([*OPERATIONS, ALL]),
        "jmeter-aggregate.csv": table(jmeter_aggregate()),
        "jmeter-aggregate-de.csv": table(german(jmeter_aggregate())),
        "jmeter-summary.csv": table(jmeter_summary()),
        "jmeter-statistics.json": json.dumps(jmeter_statistics(), indent=2) + "\n",
        "k6-summary.txt": k6_text(is_v1=False),
        "k6-summary-v1.txt": k6_text(is_v1=True),
        "k6-export.json": json.dumps(k6_document(), indent=4),
        "gatling-stats.json": json.dumps(gatling_document(), indent=4, ensure_ascii=False),
        "gatling-global-stats.json": json.dumps(gatling_global(), indent=4),
        "gatling-console.txt": gatling_console(in_columns=False),
        "gatling-console-columns.txt": gatling_console(in_columns=True),
        "wrk.txt": wrk(),
        "wrk2.txt": wrk2(),
        "hey.txt": hey(),
        "oha.txt": oha(),
        "oha.json": json.dumps(oha_document(), indent=2),
        "ab.txt": ab(),
        "vegeta.txt": vegeta(),
        "vegeta.json": json.dumps(vegeta_document()) + "\n",
        "metrics-as-rows.csv": transposed(),
        "german.csv": in_german(),
    }


def main() -> None:
    """Write all reports."""
    for name, text in honest().items():
        (PLACE / "honest").mkdir(exist_ok=True)
        (PLACE / "honest" / name).write_text(text, encoding="utf-8", newline="")
        for fault, edit in FALSIFIED[name].items():
            (PLACE / "falsified").mkdir(exist_ok=True)
            changed = edit(text)
            assert changed != text, (name, fault)
            stem, _, ending = name.rpartition(".")
            (PLACE / "falsified" / f"{stem}.{fault}.{ending}").write_text(changed, encoding="utf-8", newline="")


if __name__ == "__main__":
    main()

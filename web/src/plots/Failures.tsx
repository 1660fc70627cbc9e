import { useMemo } from "preact/hooks";

import { DASHES, type Line, TimeChart } from "../chart/TimeChart";
import { printable } from "../format/printable";
import { usePage } from "../page/context";

/** Failed calls by kind over time, stacked; nothing where no call failed. */
export function Failures({ endS }: { endS: number }) {
  const { series, words } = usePage();
  const lines = useMemo<Line[]>(
    () =>
      series.failures
        // In one of several starts a kind may not have occurred.
        .filter(({ per_s }) => per_s.some((rate) => rate > 0))
        .map(({ kind, per_s }, place) => ({
          label: words.named("page-failure-", kind) ?? printable(kind, 40),
          values: per_s,
          stroke: kind === "other" ? "muted" : `line-${place + 1}`,
          dash: DASHES[place],
        })),
    [series, words],
  );
  if (lines.length === 0) return null;
  return (
    <>
      <TimeChart
        id="failures"
        title={words("page-failures")}
        unit={words("page-requests-per-second")}
        times={series.load.at_s}
        endS={endS}
        lines={lines}
        stacked={lines.length}
        height={130}
      />
      <p class="note">{words("page-failures-note")}</p>
    </>
  );
}

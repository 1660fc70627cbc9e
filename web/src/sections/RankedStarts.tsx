import { boundSign } from "../data/ranks";
import type { RankingModel, StartFiguresModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { textCell } from "../parts/cells";
import { type Row, SortableTable } from "../parts/SortableTable";
import { ShowStart } from "../parts/ShowStart";
import { StateMark } from "../parts/StateMark";

/** What each start gave, folded. */
export function RankedStarts({ ranking }: { ranking: RankingModel }) {
  const { words, figures } = usePage();
  const columns = [
    { title: words("page-column-variant") },
    { title: words("page-column-start"), figures: true },
    { title: words("page-column-outcome") },
    { title: words("page-column-rate"), figures: true },
    { title: words("page-column-interval"), figures: true },
    { title: `p99${words("page-in-unit", { unit: words("page-ms") })}`, figures: true },
    { title: words("page-column-error-percent"), figures: true },
    { title: words("page-column-cpu-percent"), figures: true },
    {
      title: words("page-column-memory") + words("page-in-unit", { unit: words("page-mib") }),
      figures: true,
    },
    { title: words("page-column-cpu-per-request"), figures: true },
    { title: words("page-column-machine-percent"), figures: true },
    { title: words("page-column-trial"), figures: true },
  ];
  const row = (variant: string, start: StartFiguresModel): Row => ({
    cells: [
      textCell(variantName(variant)),
      { shown: <ShowStart variant={variant} start={start.start} />, by: start.start },
      { shown: <StateMark state={start.outcome} tone={start.tone} />, by: start.outcome },
      {
        shown: start.rate === null ? NOTHING : boundSign(start.bound) + figures.rate(start.rate),
        by: start.rate,
      },
      {
        shown:
          start.low === null || start.high === null
            ? NOTHING
            : `${figures.rate(start.low)} – ${figures.rate(start.high)}`,
        by: start.low,
      },
      {
        shown: (
          <>
            {figures.value(start.p99_ms)}
            {start.p99_low_ms !== null && start.p99_high_ms !== null && (
              <small class="interval">
                {` (${figures.value(start.p99_low_ms)}–${figures.value(start.p99_high_ms)})`}
              </small>
            )}
          </>
        ),
        by: start.p99_ms,
      },
      { shown: figures.percent(start.error_percent), by: start.error_percent },
      { shown: figures.percent(start.cpu_percent), by: start.cpu_percent },
      { shown: figures.value(start.memory_mib), by: start.memory_mib },
      { shown: figures.value(start.cpu_ms_per_request), by: start.cpu_ms_per_request },
      { shown: figures.percent(start.machine_percent), by: start.machine_percent },
      { shown: start.trial ?? NOTHING, by: start.trial },
    ],
  });
  const rows = ranking.variants.flatMap((variant) =>
    variant.starts.map((start) => row(variant.variant, start)),
  );
  return (
    <details class="fold on-paper">
      <summary>{words("page-ranking-starts", { count: rows.length })}</summary>
      <SortableTable
        caption={words("page-ranking-starts", { count: rows.length })}
        columns={columns}
        rows={rows}
      />
    </details>
  );
}

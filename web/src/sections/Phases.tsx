import type { PhasesModel } from "../data/result";
import { usePage } from "../page/context";
import { countCell, textCell } from "../parts/cells";
import { type Row, SortableTable } from "../parts/SortableTable";

const PHASES = ["connect", "tls", "first_byte", "transfer", "reused_idle"] as const;
const PERCENTILES = ["p50", "p90", "p95", "p99", "p99_9"] as const;

/** Parts of connections and calls over a whole trial; nothing where none was recorded. */
export function Phases({ phases }: { phases: PhasesModel }) {
  const { words, figures } = usePage();
  const recorded = PHASES.flatMap((phase) => {
    const times = phases[phase];
    return times && times.count > 0 ? [{ phase, times }] : [];
  });
  if (recorded.length === 0) return null;
  const columns = [
    { title: words("page-column-phase") },
    { title: words("page-column-count"), figures: true },
    { title: words("page-column-mean"), figures: true },
    { title: words("page-column-median"), figures: true },
    ...["p90", "p95", "p99", "p99.9", words("page-column-max")].map((title) => ({ title, figures: true })),
  ];
  const rows = recorded.map(({ phase, times }): Row => {
    return {
      cells: [
        textCell(words.named("page-phase-", phase) ?? phase),
        countCell(times.count, figures),
        { shown: figures.value(times.mean), by: times.mean },
        ...PERCENTILES.map((name) => ({
          shown: figures.percentile(times[name], name, times.count, words("page-too-few")),
          by: times[name],
        })),
        { shown: figures.value(times.max), by: times.max },
      ],
    };
  });
  return (
    <>
      <h3>{words("page-phases")}</h3>
      <SortableTable caption={words("page-phases")} columns={columns} rows={rows} />
      <p class="note">{words("page-phases-note")}</p>
    </>
  );
}

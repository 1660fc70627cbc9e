import type { MeasurementModel } from "../data/result";
import { usePage } from "../page/context";
import { textCell } from "../parts/cells";
import { type Row, SortableTable } from "../parts/SortableTable";

const PARTS = ["wait", "lateness", "service"] as const;

/** The response time and its three parts. */
export function TimeParts({ measurement }: { measurement: MeasurementModel }) {
  const { words, figures } = usePage();
  const total = PARTS.reduce((sum, part) => sum + (measurement[`${part}_ms`].mean ?? 0), 0);
  const columns = [
    { title: words("page-column-part") },
    { title: words("page-column-share"), figures: true },
    { title: words("page-column-mean"), figures: true },
    { title: words("page-column-median"), figures: true },
    { title: "p95", figures: true },
    { title: "p99", figures: true },
    { title: words("page-column-max"), figures: true },
  ];
  const row = (part: (typeof PARTS)[number] | "response"): Row => {
    const times = measurement[`${part}_ms`];
    const calls = part === "response" ? measurement.completed : measurement.sent;
    const share = part === "response" || !total ? null : (100 * (times.mean ?? 0)) / total;
    return {
      cells: [
        textCell(words(`page-part-${part}`)),
        { shown: share === null ? "" : figures.percent(share), by: share },
        { shown: figures.value(times.mean), by: times.mean },
        ...(["p50", "p95", "p99"] as const).map((name) => ({
          shown: figures.percentile(times[name], name, calls, words("page-too-few")),
          by: times[name],
        })),
        { shown: figures.value(times.max), by: times.max },
      ],
    };
  };
  return (
    <>
      <h3>{words("page-parts")}</h3>
      <SortableTable
        caption={words("page-parts")}
        columns={columns}
        rows={PARTS.map(row)}
        foot={[row("response")]}
      />
      <p class="note">{words("page-parts-note")}</p>
    </>
  );
}

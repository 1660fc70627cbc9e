import type { AnswerMetricModel, AnswerModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { startName, useStarts } from "../page/starts";
import { textCell } from "../parts/cells";
import { type Row, SortableTable } from "../parts/SortableTable";

/** Metrics of answers that are no rates, such as the recovery from a spike: mean, interval, and each repetition. */
export function AnswerMetrics({ answers }: { answers: readonly AnswerModel[] }) {
  const { words, figures, told } = usePage();
  const several = useStarts() !== null;
  const rows = answers.flatMap((answer) => answer.metrics.map((metric) => ({ answer, metric })));
  if (rows.length === 0) return null;
  const shown = (value: number | null, unit: AnswerMetricModel["unit"]): string => {
    if (value === null) return NOTHING;
    if (unit === "s") return figures.duration(value);
    return unit === "ms" ? figures.unit("millisecond", figures.rate(value)) : figures.percent(100 * value);
  };
  const columns = [
    ...(several ? [{ title: words("page-column-start") }] : []),
    { title: words("page-column-metric") },
    { title: words("page-column-mean"), figures: true },
    { title: words("page-column-mean-interval"), figures: true },
    { title: words("page-column-each"), wraps: true },
  ];
  const row = ({ answer, metric }: (typeof rows)[number]): Row => ({
    cells: [
      ...(several ? [textCell(startName(answer, words))] : []),
      textCell(told(metric.name)),
      { shown: shown(metric.value, metric.unit), by: metric.value },
      {
        shown:
          metric.low === null
            ? NOTHING
            : `${shown(metric.low, metric.unit)} – ${shown(metric.high, metric.unit)}`,
        by: metric.low,
      },
      textCell(metric.each.map((value) => shown(value, metric.unit)).join(", ")),
    ],
  });
  return (
    <>
      <h3>{words("page-metrics")}</h3>
      <SortableTable caption={words("page-metrics")} columns={columns} rows={rows.map(row)} />
    </>
  );
}

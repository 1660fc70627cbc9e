import type { BoundsModel, CallsNeededModel, MeasurementModel } from "../data/result";
import type { Figures, Percentile } from "../format/figures";
import { usePage } from "../page/context";
import { textCell } from "../parts/cells";
import { type Cell, type Row, SortableTable } from "../parts/SortableTable";
import type { Catalogue } from "../text/en";

const SHOWN: readonly Percentile[] = ["p50", "p90", "p95", "p99", "p99_9"];

/** Quantiles of the response time, each with its interval, or with the calls that one needs. */
export function Quantiles({ measurement }: { measurement: MeasurementModel }) {
  const { words, figures } = usePage();
  const parts = Object.entries(measurement.operations);
  const columns = [
    { title: words.columns.operation, wraps: true },
    ...SHOWN.map((name) => ({
      title: name.replace("_", "."),
      figures: true,
      wraps: true,
    })),
  ];
  const row = ([name, part]: [string, MeasurementModel]): Row => ({
    cells: [textCell(name), ...SHOWN.map((quantile) => quantileCell(part, quantile, figures, words))],
  });
  return (
    <>
      <h3>{words.quantiles}</h3>
      <SortableTable
        caption={words.quantiles}
        columns={columns}
        rows={parts.map(row)}
        foot={parts.length === 1 ? [] : [row([words.all, measurement])]}
      />
      <p class="note">{words.quantilesNote}</p>
    </>
  );
}

function quantileCell(part: MeasurementModel, name: Percentile, figures: Figures, words: Catalogue): Cell {
  const value = part.response_ms[name];
  const shown = figures.percentile(value, name, part.completed, words.tooFew);
  return {
    shown: (
      <>
        {shown === words.tooFew ? <span class="few">{shown}</span> : shown}
        <small class="interval">{intervalText(part.response_interval_ms?.[name], figures, words)}</small>
      </>
    ),
    by: value,
  };
}

function intervalText(
  interval: BoundsModel | CallsNeededModel | null | undefined,
  figures: Figures,
  words: Catalogue,
): string {
  if (interval == null) return "";
  if ("needed_calls" in interval) return ` (${words.callsNeeded(figures.count(interval.needed_calls))})`;
  return ` (${figures.value(interval.low)}–${figures.value(interval.high)})`;
}

import type { BoundsModel, CallsNeededModel, MeasurementModel } from "../data/result";
import { operationName } from "../data/operations";
import type { Figures, Percentile } from "../format/figures";
import { usePage } from "../page/context";
import { textCell } from "../parts/cells";
import { type Cell, type Row, SortableTable } from "../parts/SortableTable";
import type { Words } from "../format/words";

const SHOWN: readonly Percentile[] = ["p50", "p90", "p95", "p99", "p99_9"];

/** Quantiles of the response time, each with its interval, or with the calls that one needs. */
export function Quantiles({ measurement }: { measurement: MeasurementModel }) {
  const { result, words, figures } = usePage();
  const parts = Object.entries(measurement.operations);
  const columns = [
    { title: words("page-column-operation"), wraps: true },
    ...SHOWN.map((name) => ({
      title: name.replace("_", "."),
      figures: true,
      wraps: true,
    })),
  ];
  const row = ([name, part]: [string, MeasurementModel]): Row => ({
    cells: [textCell(name), ...SHOWN.map((quantile) => quantileCell(part, quantile, figures, words))],
  });
  const sum = parts.length === 1 ? [] : [measurement];
  const shown = [...parts.map(([, part]) => part), ...sum];
  return (
    <>
      <h3>{words("page-quantiles")}</h3>
      <SortableTable
        caption={words("page-quantiles")}
        columns={columns}
        rows={parts.map(([name, part]) => row([operationName(name, result.run), part]))}
        foot={sum.map((whole) => row([words("page-all"), whole]))}
      />
      <p class="note">
        {words("page-quantiles-note")} {fewText(shown, words)}
      </p>
    </>
  );
}

function quantileCell(part: MeasurementModel, name: Percentile, figures: Figures, words: Words): Cell {
  const value = part.response_ms[name];
  const tooFew = words("page-too-few");
  const shown = figures.percentile(value, name, part.completed, tooFew);
  return {
    shown: (
      <>
        {shown === tooFew ? <span class="few">{shown}</span> : shown}
        <small class="interval">{intervalText(part.response_interval_ms?.[name], figures)}</small>
      </>
    ),
    by: value,
  };
}

type Interval = BoundsModel | CallsNeededModel | null | undefined;

function intervalText(interval: Interval, figures: Figures): string {
  if (interval == null || "needed_calls" in interval) return "";
  return ` (${figures.value(interval.low)}–${figures.value(interval.high)})`;
}

/** How many figures of the table have too few samples for an interval, and what the least of them needs; empty without. */
function fewText(shown: readonly MeasurementModel[], words: Words): string {
  const needed = shown
    .flatMap((part) => SHOWN.map((name): Interval => part.response_interval_ms?.[name]))
    .flatMap((interval) => (interval != null && "needed_calls" in interval ? [interval.needed_calls] : []));
  if (needed.length === 0) return "";
  return words("page-quantiles-few", {
    cells: needed.length,
    calls: words.figures.count(Math.min(...needed)),
  });
}

import { type Figures, NOTHING, type Percentile } from "../format/figures";
import { printable } from "../format/printable";
import type { MeasurementModel } from "../data/result";
import type { Cell } from "./SortableTable";

export function textCell(text: string, limit = 60): Cell {
  return { shown: <bdi>{printable(text, limit)}</bdi>, by: text };
}

export function rateCell(rate: number | null, figures: Figures): Cell {
  return { shown: figures.rate(rate), by: rate };
}

export function countCell(count: number, figures: Figures): Cell {
  return { shown: figures.count(count), by: count };
}

export function percentCell(percent: number | null, figures: Figures): Cell {
  return { shown: figures.percent(percent), by: percent };
}

/** A percentile of the response time, or that there are too few calls for it. */
export function percentileCell(
  part: MeasurementModel,
  name: Percentile,
  figures: Figures,
  tooFew: string,
): Cell {
  const shown = figures.percentile(part.response_ms[name], name, part.completed, tooFew);
  return { shown: shown === tooFew ? <span class="few">{shown}</span> : shown, by: part.response_ms[name] };
}

/** Errors by kind, the most frequent first. */
export function errorsCell(part: MeasurementModel, figures: Figures): Cell {
  const kinds = Object.entries(part.errors_by_kind).filter(([, count]) => count > 0);
  const shown = kinds
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${printable(kind, 30)} ${figures.count(count)}`);
  return { shown: shown.join(", ") || "0", by: part.errors };
}

/** The share of the due calls that were not answered within a threshold. */
export function overCell(part: MeasurementModel, threshold: number, figures: Figures): Cell {
  const within = part.within[threshold];
  if (!part.due || within === undefined) return { shown: NOTHING, by: null };
  return percentCell((100 * (part.due - within)) / part.due, figures);
}

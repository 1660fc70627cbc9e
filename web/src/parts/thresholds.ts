import type { Threshold } from "../chart/marks";
import type { RunSloModel } from "../data/result";
import type { Page } from "../page/context";
import { printable } from "../format/printable";

/** The SLOs on response times, as lines of a chart. */
export function thresholdLines({ result, report, told }: Page): Threshold[] {
  return result.run.slos.flatMap((slo, place) =>
    slo.threshold_ms === null
      ? []
      : [{ value: slo.threshold_ms, label: named(slo, printable(told(report.charts.slos[place]), 80)) }],
  );
}

function named(slo: RunSloModel, text: string): string {
  const operation = slo.operation === null ? "" : printable(slo.operation, 30);
  return operation && !text.includes(operation) ? `${operation}: ${text}` : text;
}

import type { Threshold } from "../chart/marks";
import type { RunSloModel } from "../data/result";
import { printable } from "../format/printable";

/** The SLOs on response times, as lines of a chart. */
export function thresholdLines(slos: readonly RunSloModel[], told: (text: string) => string): Threshold[] {
  return slos
    .filter((slo) => slo.threshold_ms !== null)
    .map((slo) => ({ value: slo.threshold_ms ?? 0, label: named(slo, printable(told(slo.text), 80)) }));
}

function named(slo: RunSloModel, text: string): string {
  const operation = slo.operation === null ? "" : printable(slo.operation, 30);
  return operation && !text.includes(operation) ? `${operation}: ${text}` : text;
}

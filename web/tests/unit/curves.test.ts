import { expect, test } from "vitest";

import { limitsOf, quantilesOf } from "../../src/data/curves";

const CURVE = { trial: 1, calls: 2000, quantiles_ms: [10, 40, 80, null], edges_ms: [1, 100], counts: [2000] };
const NINES = { nines: [0.301, 1.301, 2, 3] };

function slo(
  text: string,
  limit_percent: number,
  threshold_ms: number | null,
  operation: string | null = null,
) {
  return { text, kind: "percentile", limit_percent, threshold_ms, operation };
}

test("quantiles are read from their nines, as few digits as these have", () => {
  expect(quantilesOf(NINES)).toEqual([0.5, 0.95, 0.99, 0.999]);
});

test("an SLO has its percentile, its limit, and what the trial reached", () => {
  const found = limitsOf([slo("p95<50ms", 5, 50), slo("p99<60ms", 1, 60)], NINES, CURVE, ({ text }) => text);
  expect(found.map(({ label, value, reached_ms }) => [label, value, reached_ms])).toEqual([
    ["p95<50ms", 50, 40],
    ["p99<60ms", 60, 80],
  ]);
  expect(found.map(({ nines }) => nines.toFixed(3))).toEqual(["1.301", "2.000"]);
});

test("a percentile beyond the curve has a limit and no value", () => {
  const limits = limitsOf([slo("p99.9<1s", 0.1, 1000), slo("p99.99<2s", 0.01, 2000)], NINES, CURVE, () => "");
  expect(limits.map(({ value, reached_ms }) => [value, reached_ms])).toEqual([
    [1000, null],
    [2000, null],
  ]);
});

test("SLOs of single operations and on errors are not of the curve of all calls", () => {
  const others = [slo("get:p99<60ms", 1, 60, "get"), slo("errors<1%", 1, null)];
  expect(limitsOf(others, NINES, CURVE, ({ text }) => text)).toEqual([]);
});

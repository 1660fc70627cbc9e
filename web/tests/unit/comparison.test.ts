import { expect, test } from "vitest";

import { quantileName } from "../../src/chart/axes";
import { type ForestRow, forestScale } from "../../src/chart/forestScale";
import { variantMark } from "../../src/chart/variantMarks";
import { byImportance, curveOf, effectOf, roundSpans } from "../../src/data/comparison";
import type { DrawnSeries } from "../../src/data/read";
import type { ComparisonModel, PairModel, ResultModel, SlotModel } from "../../src/data/result";
import { cutDown } from "../../src/data/starts";
import { amount, intervalText, signed } from "../../src/format/effects";
import { wordsIn } from "./words";

const PAIR = { a: "a", b: "b", metric: "cpu", operation: "", family: "primary", decision: "different" };

function pair(of: Partial<PairModel>): PairModel {
  return { ...PAIR, ...of } as PairModel;
}

function row(effect: number | null, low: number | null, high: number | null, margin = 5): ForestRow {
  return { key: "", name: "", detail: "", effect, low, high, margin, kind: "different", said: "" };
}

function place(at: string | undefined): number {
  return parseFloat(at ?? "");
}

test("a ratio and its inverse are as far from zero, and points are not moved", () => {
  const ratios = forestScale([row(100, 90, 110), row(-50, -55, -45)], true);
  const [zero, twice, half] = [0, 100, -50].map((value) => place(ratios?.at(value)));
  expect((twice ?? 0) - (zero ?? 0)).toBeCloseTo((zero ?? 0) - (half ?? 0), 1);
  expect(ratios?.ticks).toEqual(expect.arrayContaining([0, 100, -50]));
  const points = forestScale([row(1, 0.9, 1.1, 0.5), row(-1, -1.1, -0.9, 0.5)], false);
  expect(place(points?.at(0))).toBeCloseTo(50);
  expect(place(points?.at(0.5)) - 50).toBeCloseTo((place(points?.at(1)) - 50) / 2, 1);
});

test("labels of ratios stand apart, and zero is one of them, however far the effects reach", () => {
  for (const most of [0.4, 3, 22, 437, 9000]) {
    const scale = forestScale([row(most, most * 0.9, most * 1.1)], true);
    const places = (scale?.ticks ?? []).map((tick) => place(scale?.at(tick)));
    expect(scale?.ticks).toContain(0);
    expect(scale?.ticks.length).toBeGreaterThan(1);
    for (const [at, one] of places.slice(1).entries())
      expect(one - (places[at] ?? 0)).toBeGreaterThanOrEqual(13);
  }
});

test("an interval far wider than the others is cut at the edge, and only that one", () => {
  const scale = forestScale([row(6, 4, 8), row(5, 3, 7), row(4, -80, 400)], true);
  expect([scale?.isBeyond(-80), scale?.isBeyond(400)]).toEqual([true, true]);
  expect([3, 4, 7, 8].map((end) => scale?.isBeyond(end))).toEqual([false, false, false, false]);
  expect([scale?.at(-80), scale?.at(400)]).toEqual(["0.00%", "100.00%"]);
  expect(forestScale([row(null, null, null)], true)).toBeNull();
});

test("the primary pairs come by their importance, the others by what was decided", () => {
  const pairs = [
    pair({ metric: "p99" }),
    pair({ metric: "cpu" }),
    pair({ metric: "p50", operation: "get", family: "operation", decision: "equivalent" }),
    pair({ metric: "mean", operation: "get", family: "operation" }),
  ];
  const comparison = { pairs, importance: [1, 0] } as unknown as ComparisonModel;
  expect(byImportance(comparison).map((one) => one.metric)).toEqual(["cpu", "p99"]);
});

test("effects are told in their unit, with a sign", () => {
  const words = wordsIn("en");
  const share = pair({ metric: "errors", effect_percent: 40, points: 0.2, low: -0.1, high: 1 });
  expect(effectOf(share)).toBe(0.2);
  expect(amount(effectOf(share), share.metric, words)).toBe("+0.2 points");
  expect(intervalText(share, words)).toBe("−0.1 points to +1 point");
  expect(amount(-13.44, "cpu", words)).toBe("−13.4 %");
  expect([amount(null, "cpu", words), signed(0, "0")]).toEqual(["–", "0"]);
  expect(amount(13.44, "cpu", wordsIn("ru"))).toBe("+13,4 %");
});

test("a curve is the middle of the rounds in a band of all, as far as half of them have calls enough", () => {
  const of = (curve_ms: (number | null)[]) => ({ variants: [{ variant: "a", curve_ms }] });
  const comparison = {
    curve_quantiles: [0.5, 0.99, 0.9999],
    rounds: [of([1, 4, null]), of([2, 16, 90]), of([3, null, null]), of([]), of([9, 5, null])],
  } as unknown as ComparisonModel;
  const curve = curveOf(comparison, "a");
  expect(curve.low).toEqual([1, 4, null]);
  expect(curve.high).toEqual([9, 16, null]);
  expect(curve.middle[0]).toBeCloseTo(Math.sqrt(6));
  expect(curve.middle.slice(1)).toEqual([5, null]);
  expect(curveOf(comparison, "b").middle).toEqual([null, null, null]);
});

test("a quantile is named with all of its digits", () => {
  const name = (quantile: number, language = "en") => quantileName(quantile, wordsIn(language).figures);
  expect([name(0.5), name(0.9995), name(1 - 10 ** -4), name(0.995, "ru")]).toEqual([
    "p50",
    "p99.95",
    "p99.99",
    "p99,5",
  ]);
});

test("each of many variants has a colour and a sign that no other has", () => {
  const marks = [...Array(12).keys()].map(variantMark);
  expect(new Set(marks.map(({ stroke, path }) => stroke + path)).size).toBe(12);
  expect(new Set(marks.slice(0, 6).map(({ stroke }) => stroke)).size).toBe(6);
});

test("a round reaches from its first slot to its last", () => {
  const slots = [
    { round: 1, began_s: 5, ended_s: 15 },
    { round: 1, began_s: 15, ended_s: 25 },
    { round: 2, began_s: 40, ended_s: 50 },
  ] as SlotModel[];
  expect(roundSpans(slots)).toEqual([
    { round: 1, begin_s: 5, end_s: 25 },
    { round: 2, begin_s: 40, end_s: 50 },
  ]);
});

test("of starts that were up together each has the load of its own slots alone", () => {
  const at_s = [0, 5, 10, 15];
  const load = { step_s: 5, at_s, due_per_s: [1, 2, 3, 4] };
  const empty = {
    done_per_s: [],
    missing_per_s: [],
    p50_ms: [],
    p95_ms: [],
    p99_ms: [],
    in_flight: [],
    users: [],
  };
  const starts = [
    { variant: "a", start: 1, begin_s: 0, end_s: 20 },
    { variant: "b", start: 1, begin_s: 5, end_s: 15 },
  ];
  const series = {
    load: { ...load, ...empty },
    heat: { step_s: 5, at_s, counts: at_s.map(() => []) },
    ...{ failures: [], operations: [], readings: [], starts },
    curves: { nines: [], trials: [] },
  } as unknown as DrawnSeries;
  const trials = (["a", "b", "b", "a"] as const).map((variant, place) => ({
    ...{ variant, start: 1, started_s: 5 * place, duration_s: 5, span_begin_s: 0, span_end_s: 0 },
    superseded: false,
  }));
  const result = { trials, answers: [], run: { events: [] } } as unknown as ResultModel;
  const of = (place: number) => cutDown({ result, series }, starts[place] as (typeof starts)[0]).series;
  expect(of(0).load.due_per_s).toEqual([1, 4]);
  expect(of(1).load.due_per_s).toEqual([2, 3]);
  expect(of(1).load.at_s).toEqual([0, 5]);
  expect(of(0).heat.at_s).toEqual([0, 15]);
});

import { expect, test } from "vitest";

import { spreadScale } from "../../src/chart/spreadScale";
import { ticks } from "../../src/chart/ticks";
import { breakPanels } from "../../src/data/breaks";
import { boundSign, isBanded, leadingRanking, rankText } from "../../src/data/ranks";
import type { RankingModel, ResultModel, TrialModel } from "../../src/data/result";

function ranking(ranks: (number | null)[]): RankingModel {
  return {
    is_ranked: true,
    variants: ranks.map((rank, place) => ({ variant: `v${place}`, rank, rate: { value: 100 }, starts: [] })),
  } as unknown as RankingModel;
}

test("a shared rank is marked, and each group has its ground", () => {
  const shared = ranking([1, 2, 2, 4, null]);
  expect(shared.variants.map(({ rank }) => rankText(rank, shared))).toEqual(["1", "=2", "=2", "4", null]);
  expect(shared.variants.map((variant) => isBanded(variant, shared))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
});

test("a rate that is but a bound has its sign", () => {
  expect([boundSign("at_least"), boundSign("below"), boundSign("exact"), boundSign(null)]).toEqual([
    "≥\u00a0",
    "<\u00a0",
    "",
    "",
  ]);
});

test("the ranking that the report begins with is the one that the result names", () => {
  const rankings = [{ method: "plateaus" }, { method: "capacity" }];
  const told = (leading_ranking: string | null) =>
    leadingRanking({ rankings, leading_ranking } as unknown as ResultModel)?.method;
  expect([told("plateaus"), told("capacity"), told(null)]).toEqual(["plateaus", "capacity", undefined]);
});

test("ticks are round and within their range", () => {
  expect(ticks(0, 4300, 5)).toEqual([0, 1000, 2000, 3000, 4000]);
  expect(ticks(1.4, 3.1, 6)).toEqual([1.5, 2, 2.5, 3]);
  expect(ticks(5, 5, 4)).toEqual([5]);
});

test("the scale of rates holds all of them, from zero only where they are far apart", () => {
  const of = (rates: number[]) =>
    spreadScale({
      variants: rates.map((value) => ({
        rate: { value, low: value - 1, high: value + 1 },
        starts: [{ rate: value, low: null, high: null }],
      })),
    } as unknown as RankingModel);
  const near = of([1500, 2900]);
  const place = (rate: number, scale = near): number => parseFloat(scale?.at(rate) ?? "");
  expect(place(1499)).toBeGreaterThan(0);
  expect(place(1499)).toBeLessThan(10);
  expect(place(2901)).toBeLessThan(100);
  expect(place(2900) - place(1500)).toBeGreaterThan(80);
  expect(place(0, of([100, 2900]))).toBeCloseTo(0);
  expect(of([])).toBeNull();
});

test("one equal rate has a scale, too", () => {
  const scale = spreadScale({
    variants: [{ rate: { value: 100, low: null, high: null }, starts: [] }],
  } as unknown as RankingModel);
  expect(parseFloat(scale?.at(100) ?? "")).toBeGreaterThan(0);
  expect(parseFloat(scale?.at(100) ?? "")).toBeLessThan(100);
});

function trial(number: number, start: number, rate: number, p99: number, completed = 5000): TrialModel {
  return {
    ...{ number, variant: "a", start, rate, users: 0, purpose: "search", tone: "passed" },
    measurement: { rate, completed, response_ms: { p99 } },
  } as unknown as TrialModel;
}

function resultOf(trials: TrialModel[]): ResultModel {
  const ranked = { variants: [{ variant: "a", breaks_at: 250, starts: [] }] };
  return { trials, rankings: [ranked], run: { slos: [{ threshold_ms: 900 }] } } as unknown as ResultModel;
}

test("the p99 of each start is drawn by rate, where there are calls enough for one", () => {
  const found = breakPanels(
    resultOf([trial(1, 2, 300, 80), trial(2, 2, 100, 20), trial(3, 1, 200, 30), trial(4, 1, 50, 5, 900)]),
  );
  const [panel] = found?.panels ?? [];
  expect(panel?.breaksAt).toBe(250);
  expect(panel?.starts.map(({ start, points }) => [start, points.map((point) => point.trial)])).toEqual([
    [1, [3]],
    [2, [2, 1]],
  ]);
  expect(found?.p99.low).toBeLessThan(20);
  expect(found?.p99.high).toBeGreaterThan(900);
  expect(found?.mostRate).toBeGreaterThan(300);
});

test("one rate has no break to draw", () => {
  expect(breakPanels(resultOf([trial(1, 1, 100, 20), trial(2, 2, 100, 21)]))).toBeNull();
});

test("trials of a start that was cut and run again are not drawn", () => {
  const superseded = { ...trial(3, 1, 200, 30), superseded: true };
  const found = breakPanels(resultOf([trial(1, 2, 300, 80), trial(2, 2, 100, 20), superseded]));
  expect(found?.panels[0]?.starts.map(({ start }) => start)).toEqual([2]);
});

import { expect, test } from "vitest";

import type { DrawnSeries } from "../../src/data/read";
import type { EventModel, RankedVariantModel, ResultModel, TrialModel } from "../../src/data/result";
import type { TrialCurve } from "../../src/data/series";
import { cutDown, firstShown, startOfEvent } from "../../src/data/starts";

const SPANS = [
  { variant: "a", start: 1, begin_s: 10, end_s: 14 },
  { variant: "b", start: 1, begin_s: 20, end_s: 24 },
  { variant: "a", start: 2, begin_s: 30, end_s: 34 },
];
const TIMES = [10, 12, 20, 22, 30, 32];

function trial(number: number, variant: string, start: number, began: number): TrialModel {
  const span = { started_s: began, span_begin_s: began + 1, span_end_s: began + 3, duration_s: 4 };
  return { number, variant, start, purpose: "load", ...span } as TrialModel;
}

const TRIALS = [trial(1, "a", 1, 10), trial(2, "b", 1, 20), trial(3, "a", 2, 30)];

function event(at_s: number, kind: string, variant: string | null = null, start = 0): EventModel {
  return { at_s, kind, trial: null, service: null, text: "", variant, start };
}

function variantOf(variant: string, typical: number | null): Partial<RankedVariantModel> {
  return { variant, typical };
}

function resultOf(parts: Partial<ResultModel>): ResultModel {
  return {
    rankings: [],
    leading_ranking: null,
    decisive: null,
    answers: [],
    trials: TRIALS,
    run: { events: [], duration_s: 34 },
    ...parts,
  } as unknown as ResultModel;
}

function curve(number: number): TrialCurve {
  return { trial: number, calls: 100, quantiles_ms: [5, null], edges_ms: [1, 10], counts: [100] };
}

const SERIES: DrawnSeries = {
  starts: SPANS,
  load: {
    step_s: 2,
    at_s: TIMES,
    due_per_s: [1, 2, 3, 4, 5, 6],
    done_per_s: [1, 2, 3, 4, 5, 6],
    missing_per_s: [0, 0, 0, 0, 0, 0],
    p50_ms: [1, 2, 3, null, 5, 6],
    p95_ms: [1, 2, 3, null, 5, 6],
    p99_ms: [1, 2, 3, null, 5, 6],
    in_flight: [1, 2, 3, 4, 5, 6],
    users: [],
  },
  failures: [{ kind: "timeout", per_s: [0, 0, 0.5, 1, 0, 2] }],
  operations: [{ name: "get", due_per_s: [1, 2, 3, 4, 5, 6], p95_ms: [1, 2, 3, 4, 5, 6] }],
  heat: { step_s: 2, at_s: TIMES, edges_ms: [1, 10], counts: [[1], [2], [3], [4], [5], [6]] },
  curves: { nines: [1, 2], trials: [curve(3), curve(2), curve(1)] },
  readings: [
    { probe: "host", name: "x", unit: "", at_s: [11, 21, 31], value: [1, 2, 3] },
    { probe: "host", name: "y", unit: "", at_s: [11, 31], value: [1, 3] },
  ],
};

test("at first the typical start of the best variant that has one is shown", () => {
  const ranking = {
    method: "capacity",
    variants: [variantOf("c", null), variantOf("a", 2), variantOf("b", 1)],
  };
  const ranked = { rankings: [ranking], leading_ranking: "capacity" } as unknown as Partial<ResultModel>;
  expect(firstShown(resultOf(ranked), SPANS)).toBe(2);
});

test("without a ranking it is the start that the answer rests on, and the first where nothing is known", () => {
  expect(firstShown(resultOf({ decisive: 2 }), SPANS)).toBe(1);
  expect(firstShown(resultOf({ trials: [] }), SPANS)).toBe(0);
});

test("of one start the decisive trial is that of its own answer", () => {
  const of = (variant: string, decisive: number | null) => ({ variant, start: 1, decisive });
  const answers = [of("a", 1), of("b", null), of("b", 2)] as unknown as ResultModel["answers"];
  const [first, second, third] = SPANS.map(
    (span) => cutDown({ result: resultOf({ answers, decisive: 1 }), series: SERIES }, span).result.decisive,
  );
  expect([first, second, third]).toEqual([1, 2, null]);
});

test("of one start there is what lies within it, its times from its own begin", () => {
  const events = [
    event(18, "ready", "b", 1),
    event(23, "checkpoint", "b", 1),
    event(31, "checkpoint", "a", 2),
  ];
  const result = resultOf({ run: { events, duration_s: 34 } as unknown as ResultModel["run"] });
  const [, span] = SPANS;
  if (!span) throw new Error("no span");
  const { result: cut, series } = cutDown({ result, series: SERIES }, span);
  expect(cut.trials.map((one) => [one.number, one.started_s, one.span_begin_s, one.span_end_s])).toEqual([
    [2, 0, 1, 3],
  ]);
  expect(cut.run.duration_s).toBe(4);
  expect(cut.run.events.map((one) => one.at_s)).toEqual([-2, 3]);
  expect(series.load.at_s).toEqual([0, 2]);
  expect(series.load.p99_ms).toEqual([3, null]);
  expect(series.load.in_flight).toEqual([3, 4]);
  expect(series.operations[0]?.p95_ms).toEqual([3, 4]);
  expect(series.failures).toEqual([{ kind: "timeout", per_s: [0.5, 1] }]);
  expect(series.curves.nines).toEqual([1, 2]);
  expect(series.curves.trials.map((one) => one.trial)).toEqual([2]);
  expect(series.heat.at_s).toEqual([0, 2]);
  expect(series.heat.counts).toEqual([[3], [4]]);
  // What was not read within the start has no chart.
  expect(series.readings).toEqual([{ probe: "host", name: "x", unit: "", at_s: [1], value: [2] }]);
  // The whole is left as it was.
  expect(result.trials[1]?.started_s).toBe(20);
});

test("all starts together have every step once", () => {
  const cuts = SPANS.map((span) => cutDown({ result: resultOf({}), series: SERIES }, span).series);
  expect(cuts.flatMap((cut) => cut.load.due_per_s)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(cuts.flatMap((cut) => cut.heat.counts)).toEqual(SERIES.heat.counts);
});

test("an event belongs to the start that it names, or that its trial is of", () => {
  const of = (one: EventModel) => SPANS.findIndex((span) => span === startOfEvent(one, TRIALS, SPANS));
  expect(of(event(29, "checkpoint", "b", 1))).toBe(1);
  expect(of({ ...event(99, "died"), trial: 2 })).toBe(1);
  expect(of(event(16, "not-started", "c", 1))).toBe(-1);
  expect(of(event(16, "continued"))).toBe(-1);
});

test("where no starts are counted an event belongs to the variant that was up, or came next", () => {
  const old = SPANS.slice(0, 2).map((span) => ({ ...span, start: 0 }));
  const of = (one: EventModel) => old.findIndex((span) => span === startOfEvent(one, [], old));
  expect([of(event(12, "died")), of(event(16, "ready")), of(event(40, "ready"))]).toEqual([0, 1, -1]);
});

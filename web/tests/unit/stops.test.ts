import { expect, test } from "vitest";

import type { FindingModel, ResultModel, StopCauseModel, TrialModel } from "../../src/data/result";
import { alikeFindings, causesBesidePassed, firstCauses, mainErrors, stopTable } from "../../src/data/stops";

type Causes = Record<string, [StopCauseModel["kind"], ...number[]]>;

/** A start with the causes that stopped it, the strongest first, by name: their kind and their trials. */
function stopped(variant: string, start: number, causes: Causes) {
  const told = Object.entries(causes).map(([cause, [kind, ...trials]]) => ({ cause, kind, trials }));
  return { variant, start, causes: told };
}

function resultOf(stopped_by: ResultModel["stopped_by"], ran = stopped_by): ResultModel {
  const trials = ran.map(({ variant, start }, place) => ({ number: place, variant, start }) as TrialModel);
  const findings = stopped_by.flatMap(({ causes }) =>
    causes.flatMap(({ cause, kind, trials: numbers }) => numbers.map((trial) => ({ cause, kind, trial }))),
  );
  return { stopped_by, trials, findings, rankings: [], leading_ranking: null } as unknown as ResultModel;
}

const STUDY = [
  stopped("a", 1, { throttled: ["hypothesis", 1], "cpu-limit": ["fact", 1], "pool-queue": ["fact", 2] }),
  stopped("a", 2, { "cpu-limit": ["fact", 3], "pool-queue": ["fact", 3] }),
  stopped("b", 1, { throttled: ["fact", 4] }),
  stopped("b", 2, {}),
];

test("of several variants each is a row that counts its starts, the cause that came first most often before others", () => {
  const { by, causes, rows } = stopTable(resultOf(STUDY));
  expect(by).toBe("variant");
  expect(causes).toEqual(["throttled", "cpu-limit", "pool-queue"]);
  expect(rows.map(({ variant, stops }) => [variant, Object.fromEntries(stops)])).toEqual([
    [
      "a",
      {
        throttled: { kind: "hypothesis", count: 1, all: 2, isStrongest: true },
        "cpu-limit": { kind: "fact", count: 2, all: 2, isStrongest: true },
        "pool-queue": { kind: "fact", count: 2, all: 2, isStrongest: false },
      },
    ],
    ["b", { throttled: { kind: "fact", count: 1, all: 2, isStrongest: true } }],
  ]);
});

test("of one variant each start is a row that counts its trials, of one start each trial", () => {
  const ofVariant = stopTable(resultOf(STUDY.slice(0, 2)));
  expect(ofVariant.by).toBe("start");
  expect(ofVariant.rows.map(({ start, stops }) => [start, stops.get("pool-queue")?.count])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(ofVariant.rows[0]?.stops.get("throttled")?.all).toBe(2);
  const ofStart = stopTable(resultOf(STUDY.slice(0, 1)));
  expect(ofStart.by).toBe("trial");
  expect(ofStart.rows.map(({ trial, stops }) => [trial, [...stops.keys()]])).toEqual([
    [1, ["throttled", "cpu-limit"]],
    [2, ["pool-queue"]],
  ]);
});

test("at a glance each start counts for what stopped it first", () => {
  expect(firstCauses(resultOf(STUDY))).toMatchObject([
    { cause: "throttled", kind: "hypothesis", count: 2, all: 4 },
    { cause: "cpu-limit", kind: "fact", count: 1, all: 4 },
  ]);
  expect(firstCauses(resultOf(STUDY.slice(0, 1))).map(({ cause }) => cause)).toEqual([
    "throttled",
    "cpu-limit",
    "pool-queue",
  ]);
  expect(firstCauses(resultOf([]))).toEqual([]);
});

test("a start that was never loaded was stopped by nothing, and is not counted", () => {
  const { rows } = stopTable(resultOf(STUDY, STUDY.slice(0, 3)));
  expect(rows.at(-1)?.stops.get("throttled")).toMatchObject({ count: 1, all: 1 });
});

function finding(trial: number, kind: string, cause: string, text: string, code?: string): FindingModel {
  const messages = code === undefined ? {} : { messages: { text: { code, values: {} } } };
  return {
    trial,
    kind,
    cause,
    text,
    test: null,
    evidence: [{ name: `of ${cause}` }],
    ...messages,
  } as unknown as FindingModel;
}

test("findings of one code are one, whatever their words; facts stand before what is supposed from them", () => {
  const told = [
    finding(1, "fact", "knee", "it breaks"),
    finding(1, "hypothesis", "throttled", "the quota holds it up", "quota-holds"),
    finding(1, "fact", "throttled", "throttled in 70 % of the periods", "throttled"),
    finding(2, "fact", "throttled", "throttled all the time", "throttled"),
  ];
  const found = alikeFindings(told, ["throttled"]);
  expect(found.map((alike) => alike.map((one) => [one.trial, one.kind, one.cause]))).toEqual([
    [
      [1, "fact", "throttled"],
      [2, "fact", "throttled"],
    ],
    [[1, "hypothesis", "throttled"]],
    [[1, "fact", "knee"]],
  ]);
});

test("texts without a code are alike where nothing but their figures differs", () => {
  const of = (text: string) => finding(1, "fact", "throttled", text);
  expect(alikeFindings([of("throttled in 7.5 %"), of("throttled in 12 %")], [])).toHaveLength(1);
  expect(alikeFindings([of("api was throttled"), of("db was throttled")], [])).toHaveLength(2);
});

test("what trials show though they passed is named once; deaths are doubts, and what was run again tells nothing", () => {
  const trials = ["passed", "passed", "failed", "passed"].map(
    (state, number) => ({ number, state, superseded: number === 3 }) as TrialModel,
  );
  const findings = [
    finding(0, "fact", "memory-growth", "it grows"),
    finding(1, "fact", "memory-growth", "it grows"),
    finding(1, "hypothesis", "gc-pauses", "the heap fills up"),
    finding(1, "fact", "died", "it died"),
    finding(2, "fact", "throttled", "it was throttled"),
    finding(3, "fact", "thread-growth", "threads grow"),
  ];
  expect(causesBesidePassed({ trials, findings } as unknown as ResultModel)).toEqual(["memory-growth"]);
});

test("the errors of several answers stand in turn, the most frequent of each first, and those of one trial once", () => {
  const of = (...errors: [number, string][]) => ({
    error_kinds: errors.map(([trial, kind]) => ({ trial, kind })),
  });
  const answers = [of([3, "redirect"], [3, "timeout"]), of([3, "redirect"]), of(), of([7, "check-greeting"])];
  const told = mainErrors({ answers: [...answers, {}] } as unknown as ResultModel);
  expect(told.map(({ trial, kind }) => [trial, kind])).toEqual([
    [3, "redirect"],
    [7, "check-greeting"],
    [3, "timeout"],
  ]);
});

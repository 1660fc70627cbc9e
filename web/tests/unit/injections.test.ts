import { expect, test, vi } from "vitest";

import { drawnInjections, injectionPhaseAt, injectionsByMinute } from "../../src/data/injections";
import type { AnswerModel, InjectionModel, OccurrenceModel, TrialModel } from "../../src/data/result";

// uPlot asks for the ratio of pixels as it is loaded, which only a browser has.
vi.hoisted(() => {
  vi.stubGlobal("matchMedia", () => ({
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("devicePixelRatio", 1);
});

const { withoutRepeats } = await import("../../src/chart/injections");
const { patternOf } = await import("../../src/chart/patterns");

function occurrence(
  trial: number,
  begun_s: number,
  ended_s: number | null,
  undone_s: number | null,
  more: { recovery_s?: number; state?: OccurrenceModel["state"] } = {},
): OccurrenceModel {
  const { recovery_s, state = "undone" } = more;
  const effect = recovery_s === undefined ? null : { block_s: 10, effects: [], recovery_s };
  return { trial, number: 1, begun_s, ended_s, undone_s, state, fault: null, effect };
}

function injection(name: string, ...occurrences: OccurrenceModel[]): InjectionModel {
  return { name, kind: "sql", occurrences } as unknown as InjectionModel;
}

const trials = [
  { number: 2, started_s: 100, duration_s: 60 },
  { number: 5, started_s: 300, duration_s: 240 },
] as TrialModel[];

test("each occurrence is in its own trial on the axis of the run, in the order of time", () => {
  const injections = [
    injection("elsewhere", occurrence(9, 1, 2, 3)),
    injection("lag", occurrence(5, 60, 90, 91, { recovery_s: 20 }), occurrence(2, 10, 20, 20.5)),
  ];
  expect(drawnInjections({ injections, trials })).toEqual([
    {
      name: "lag",
      kind: "sql",
      pattern: 1,
      bands: [
        { trial: 2, state: "undone", beginS: 110, endS: 120, undoneS: 120.5, recoveredS: null },
        { trial: 5, state: "undone", beginS: 360, endS: 390, undoneS: 391, recoveredS: 411 },
      ],
    },
  ]);
});

test("what was not seen undone lasts to the end of its trial; so does what was cut before its end", () => {
  const injections = [
    injection(
      "lag",
      occurrence(2, 10, 20, null, { state: "not_undone", recovery_s: 5 }),
      occurrence(5, 50, null, null, { state: "cut" }),
      occurrence(5, 250, null, null, { state: "cut" }),
    ),
  ];
  const [drawn] = drawnInjections({ injections, trials });
  expect(drawn?.bands.map(({ endS, undoneS, recoveredS }) => [endS, undoneS, recoveredS])).toEqual([
    [120, 160, null],
    [540, 540, null],
    [550, 550, null],
  ]);
});

test("variants of one injection have one pattern, and the patterns of a result are different", () => {
  const names = ["a", "b", "a", "c"];
  const injections = names.map((name) => injection(name, occurrence(2, 1, 2, 3)));
  expect(drawnInjections({ injections, trials }).map(({ pattern }) => pattern)).toEqual([0, 1, 0, 2]);
  expect(new Set([0, 1, 2, 3, 4, 5].map((number) => patternOf(number).path)).size).toBe(6);
  expect(patternOf(6)).toBe(patternOf(0));
});

test("a name that would cover the same name before it is left out", () => {
  const at = (text: string, left: number) => ({ text, left, right: left + 50 });
  const names = [at("lag", 0), at("heat", 10), at("lag", 40), at("lag", 51), at("lag", 60)];
  expect(withoutRepeats(names).map(({ text, left }) => [text, left])).toEqual([
    ["lag", 0],
    ["heat", 10],
    ["lag", 51],
  ]);
});

test("phases follow each other: active, being undone, recovery; a later occurrence comes first", () => {
  const [undone] = drawnInjections({
    injections: [injection("lag", occurrence(5, 10, 20, 25, { recovery_s: 30 }), occurrence(5, 40, 50, 50))],
    trials,
  });
  const phases = [309, 310, 319.9, 320, 325, 341, 351, 355].map(
    (at) => undone && injectionPhaseAt(undone, at),
  );
  expect(phases).toEqual([null, "active", "active", "undo", "recovery", "active", "recovery", null]);
  const [faulty] = drawnInjections({
    injections: [
      injection(
        "lag",
        occurrence(5, 10, 20, 21, { state: "failed" }),
        occurrence(5, 40, 50, null, { state: "not_undone" }),
      ),
    ],
    trials,
  });
  expect([315, 345, 351, 539, 540].map((at) => faulty && injectionPhaseAt(faulty, at))).toEqual([
    "failed",
    "active",
    "not-undone",
    "not-undone",
    null,
  ]);
});

test("an injection is in each minute of the answer from its start to its undo, in the decisive trial alone", () => {
  const answer = { decisive: 5, minutes: { begin_s: 30, operations: [] } } as unknown as AnswerModel;
  const injections = [
    injection("lag", occurrence(5, 80, 150, 151), occurrence(2, 30, 40, 41)),
    injection("held", occurrence(5, 100, 140, null, { state: "not_undone" })),
    injection("early", occurrence(5, 1, 29, 30)),
    injection("instant", occurrence(5, 31, 31, 31, { state: "failed" })),
  ];
  const minutes = injectionsByMinute({ injections, trials }, answer, 3);
  expect(
    minutes.map((ofMinute) => ofMinute.map(({ injection: { name }, isLeft }) => [name, isLeft])),
  ).toEqual([
    [
      ["lag", false],
      ["instant", false],
    ],
    [
      ["lag", false],
      ["held", true],
    ],
    [
      ["lag", false],
      ["held", true],
    ],
  ]);
  expect(injectionsByMinute({ injections, trials }, { ...answer, decisive: 9 }, 2)).toEqual([[], []]);
});

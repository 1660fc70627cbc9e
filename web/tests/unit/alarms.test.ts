import { expect, test, vi } from "vitest";

import { flaggedAlarms, flagsByMinute, phaseAt } from "../../src/data/alarms";
import type { AlarmModel, AnswerModel, TrialModel } from "../../src/data/result";

// uPlot asks for the ratio of pixels as it is loaded, which only a browser has.
vi.hoisted(() => {
  vi.stubGlobal("matchMedia", () => ({
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("devicePixelRatio", 1);
});

const { rowsOf } = await import("../../src/chart/flags");

function alarm(
  name: string,
  ...firings: [trial: number, pending: number, fired: number, ended: number | null][]
) {
  return {
    name,
    firings: firings.map(([trial, pending_s, fired_s, ended_s]) => ({ trial, pending_s, fired_s, ended_s })),
  } as AlarmModel;
}

const trials = [
  { number: 2, started_s: 100, duration_s: 60 },
  { number: 5, started_s: 300, duration_s: 90 },
] as TrialModel[];

test("firings are on the axis of the run, in the order of time; one without an end lasts to that of its trial", () => {
  const alarms = [
    alarm("cpu", [5, 10, 20, null], [2, 5, 7, 30]),
    alarm("quiet"),
    alarm("elsewhere", [9, 1, 2, 3]),
  ];
  expect(flaggedAlarms({ alarms, trials })).toEqual([
    {
      place: 0,
      name: "cpu",
      flags: [
        { pendingS: 105, firedS: 107, endS: 130 },
        { pendingS: 310, firedS: 320, endS: 390 },
      ],
    },
  ]);
});

test("an alarm is pending before it fires, and inactive after its end", () => {
  const [flagged] = flaggedAlarms({ alarms: [alarm("cpu", [2, 5, 7, 30])], trials });
  expect(flagged && [104, 105, 107, 129, 130].map((at) => phaseAt(flagged, at))).toEqual([
    null,
    "pending",
    "firing",
    "firing",
    null,
  ]);
});

test("a firing belongs to the minute of the answer in which it fired", () => {
  const answer = { decisive: 5, minutes: { begin_s: 30, operations: [] } } as unknown as AnswerModel;
  const alarms = [alarm("cpu", [5, 80, 89, null], [2, 80, 95, null]), alarm("p99", [5, 80, 90, 99])];
  const minutes = flagsByMinute(alarms, answer);
  expect([...minutes].map(([minute, flags]) => [minute, flags.map((one) => one.alarm.name)])).toEqual([
    [0, ["cpu"]],
    [1, ["p99"]],
  ]);
});

test("names of flags at one instant have rows of their own; without a row a name is left out", () => {
  const at = (left: number) => ({ left, right: left + 50 });
  expect(rowsOf([at(0), at(0), at(10), at(60), at(61)], 3)).toEqual([0, 1, 2, 0, 1]);
  expect(rowsOf([at(0), at(1), at(2)], 2)).toEqual([0, 1, null]);
});

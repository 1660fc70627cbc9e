import { expect, test } from "vitest";

import { endedEarly, operationName, withoutCut } from "../../src/data/operations";
import type { MeasurementModel, RunModel, TrialModel } from "../../src/data/result";

function run(study: object | null, ...operations: [string, string][]): RunModel {
  const described = operations.map(([name, request]) => ({ name, request, kind: "operation" }));
  return { study, profile: { operations: described } } as unknown as RunModel;
}

test("an operation that nobody named is called by its request line", () => {
  expect(operationName("get", run(null, ["get", "GET /healthz"]))).toBe("GET /healthz");
  expect(operationName("", run({}, ["", "PUT /a"], ["b", "GET /b"]))).toBe("PUT /a");
});

test("a name that was given stays", () => {
  expect(operationName("get", run({}, ["get", "GET /healthz"]))).toBe("get");
  expect(operationName("get", run(null, ["get", "GET /a"], ["put", "PUT /a"]))).toBe("get");
  expect(operationName("find", run(null, ["find", "GET /find"]))).toBe("find");
});

test("what an early end cut of a flow is not among its due runs", () => {
  expect(withoutCut({ due: 20, cut: 5, within: [12] } as MeasurementModel)).toMatchObject({
    due: 15,
    within: [12],
  });
  const ended = (early: boolean, cut_short: boolean) => endedEarly({ early, cut_short } as TrialModel);
  expect([ended(false, false), ended(true, false), ended(false, true)]).toEqual([false, true, true]);
});

import { expect, test } from "vitest";

import { operationName } from "../../src/data/operations";
import type { RunModel } from "../../src/data/result";

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

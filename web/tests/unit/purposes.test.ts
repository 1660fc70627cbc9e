import { expect, test } from "vitest";

import schema from "../../../schema/result.schema.json";
import study from "../../../schema/study.schema.json";
import type { TrialModel } from "../../src/data/result";
import { isJudged, shadeOf } from "../../src/data/verdict";
import { LANGUAGES, wordsIn } from "./words";

const purposes = schema.$defs.TrialModel.properties.purpose.enum as TrialModel["purpose"][];

function trial(number: number, purpose: TrialModel["purpose"]): TrialModel {
  const isReady = purpose === "recover" || purpose === "warm-up";
  return { number, purpose, state: "passed", tone: isReady ? "not_judged" : "passed" } as TrialModel;
}

/** The names that have words of their own. */
function named(prefix: string): string[] {
  return wordsIn("en")
    .codes(prefix)
    .map((code) => code.slice(prefix.length))
    .sort();
}

test("every purpose has its words", () => {
  expect(purposes).toEqual(expect.arrayContaining(["warm-up", "compare"]));
  expect(named("page-purpose-")).toEqual([...purposes].sort());
});

test("every method has its name", () => {
  const methods = Object.keys(study.$defs.MethodsSpec.properties).filter((name) => name !== "warm_up");
  expect(methods).toContain("capacity");
  expect(named("page-method-")).toEqual(methods.sort());
});

test("what is not judged has the shade and the words of its purpose, what is judged those of its tone", () => {
  const ready = purposes.filter((purpose) => !isJudged(trial(1, purpose)));
  expect(ready).toEqual(["recover", "warm-up"]);
  for (const purpose of purposes)
    expect(shadeOf(trial(1, purpose))).toBe(ready.includes(purpose) ? purpose : "passed");
  expect(shadeOf({ ...trial(1, "search"), state: "cut-short", tone: "undecided" })).toBe("undecided");
  expect(shadeOf({ ...trial(1, "compare"), state: "held", tone: "not_judged" })).toBe("held");
  for (const language of LANGUAGES)
    for (const purpose of ready) expect(wordsIn(language).named("page-state-", purpose)).toBeTruthy();
});

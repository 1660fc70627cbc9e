import { expect, test } from "vitest";

import schema from "../../../schema/result.schema.json";
import type { ResultModel, TrialModel } from "../../src/data/result";
import { decisiveTrial, isJudged, shadeOf } from "../../src/data/verdict";
import { en } from "../../src/text/en";
import { ru } from "../../src/text/ru";

const purposes = schema.$defs.TrialModel.properties.purpose.enum as TrialModel["purpose"][];

function trial(number: number, purpose: TrialModel["purpose"]): TrialModel {
  return { number, purpose, state: "passed" } as TrialModel;
}

test("every purpose has its words in both languages", () => {
  expect(purposes).toEqual(expect.arrayContaining(["warm-up", "compare"]));
  for (const words of [en, ru]) expect(Object.keys(words.purposes).sort()).toEqual([...purposes].sort());
});

test("every method has its name in both languages", () => {
  const methods = schema.$defs.AnswerModel.properties.method.enum;
  for (const words of [en, ru]) expect(Object.keys(words.methods).sort()).toEqual([...methods].sort());
});

test("recoveries and warm-ups make ready for what is judged, and have shades and words of their own", () => {
  const ready = purposes.filter((purpose) => !isJudged(trial(1, purpose)));
  expect(ready).toEqual(["recover", "warm-up"]);
  for (const purpose of purposes)
    expect(shadeOf(trial(1, purpose))).toBe(ready.includes(purpose) ? purpose : "passed");
  for (const words of [en, ru]) for (const purpose of ready) expect(words.states[purpose]).toBeTruthy();
});

test("no answer rests on a warm-up", () => {
  const result = {
    answers: [],
    trials: [trial(1, "compare"), trial(2, "warm-up")],
  } as unknown as ResultModel;
  expect(decisiveTrial(result)?.number).toBe(1);
});

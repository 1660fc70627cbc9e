import type { AnswerModel, ResultModel, TrialModel } from "./result";

export type Shade = ResultModel["tone"] | "recover" | "warm-up" | "held";

/** Whether a trial says something of the service: recoveries and warm-ups make ready for those that do. */
export function isJudged(trial: TrialModel): boolean {
  return trial.tone !== "not_judged";
}

/** The shade of a trial: its tone, but a recovery, a warm-up or a slot that was held is no verdict on the service. */
export function shadeOf({ tone, purpose, state }: TrialModel): Shade {
  if (tone !== "not_judged") return tone;
  if (purpose === "warm-up") return "warm-up";
  return state === "held" ? "held" : "recover";
}

/** The trial that the answer rests on. */
export function decisiveOf({ trials, decisive }: ResultModel): TrialModel | undefined {
  return trials.find((trial) => trial.number === decisive);
}

/** The rate due; for `max`, which has none, the rate done. */
export function rateOf(trial: TrialModel): number {
  const given = trial.rate !== null && !(trial.rate === 0 && trial.users);
  return given ? (trial.rate ?? 0) : trial.measurement.rate;
}

/** Whether the rate done fell notably short of the rate due. */
export function behind(trial: TrialModel): boolean {
  return trial.measurement.rate < 0.95 * rateOf(trial);
}

/** The answer whose `low` and `high` bound the knee of a variant. */
export function kneeOf(result: ResultModel, variant: string | null): AnswerModel | undefined {
  // Users are no place on an axis of rates.
  return result.answers.find(
    (answer) => answer.method === "capacity" && answer.variant === variant && answer.unit == null,
  );
}

export function variantsOf(result: ResultModel): (string | null)[] {
  return [...new Set(result.trials.map((trial) => trial.variant))];
}

import type { AnswerModel, ResultModel, TrialModel } from "./result";

export type Tone = "passed" | "failed" | "undecided";
export type Shade = Tone | "recover" | "warm-up";
export type State = TrialModel["state"];

const TONES: Record<string, Tone> = {
  found: "passed",
  coarse: "passed",
  at_least: "passed",
  passed: "passed",
  steady: "passed",
  none_passed: "failed",
  drifting: "failed",
  failed: "failed",
  not_steady: "failed",
};

export function toneOf(outcome: string): Tone {
  return TONES[outcome] ?? "undecided";
}

/** Whether a trial says something of the service: recoveries and warm-ups make ready for those that do. */
export function isJudged(trial: TrialModel): boolean {
  return trial.purpose !== "recover" && trial.purpose !== "warm-up";
}

/** The shade of a trial: how it ended, but a recovery or a warm-up is no verdict on the service. */
export function shadeOf(trial: TrialModel): Shade {
  if (trial.purpose === "recover" || trial.purpose === "warm-up") return trial.purpose;
  return trial.state === "passed" || trial.state === "failed" ? trial.state : "undecided";
}

/** The trial that the first answer with one rests on, else the last that is judged. */
export function decisiveTrial(result: ResultModel): TrialModel | undefined {
  const number = result.answers.find((answer) => answer.decisive !== null)?.decisive;
  const judged = result.trials.filter(isJudged);
  return result.trials.find((trial) => trial.number === number) ?? judged.at(-1);
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
  return result.answers.find((answer) => answer.method === "capacity" && answer.variant === variant);
}

export function variantsOf(result: ResultModel): (string | null)[] {
  return [...new Set(result.trials.map((trial) => trial.variant))];
}

/** Which outcomes the colour of the page follows, as `loadproof/report/outcomes.py` says it for the other reports. */
import type { AnswerModel, RankedVariantModel, RankingModel, ResultModel } from "./result";

const FEWEST_STARTS = 3;
const NUMBERS = { exact: "found", at_least: "at_least", below: "none_passed" } as const;
const ANSWERED = ["drifting", "none_passed"] as const;

/** The ranking that a report begins with: of those that rank the last, which searched; else one of several starts. */
export function rankingTold(rankings: readonly RankingModel[]): RankingModel | undefined {
  const ofStarts = rankings.filter((ranking) => ranking.variants.some((one) => one.starts.length > 1));
  return rankings.findLast((ranking) => ranking.is_ranked) ?? ofStarts.at(-1);
}

/** The outcomes of the answers; of a method whose starts are ranked one for each variant over its starts. */
export function outcomesThatCount({ rankings, answers, trials }: ResultModel): string[] {
  if (!rankingTold(rankings)) return answers.map((answer) => answer.outcome);
  const ranked = new Set<string>(rankings.map((ranking) => ranking.method));
  return [
    ...rankings.flatMap((ranking) => ranking.variants.map((variant) => ofVariant(variant, ranking))),
    ...ofOthers(
      answers.filter((answer) => !ranked.has(answer.method) && !isOfSearch(answer, ranked, trials)),
    ),
  ];
}

/** Whether it is the confirmation inside a search that is ranked, whose outcome is that of the search. */
function isOfSearch(
  answer: AnswerModel,
  ranked: ReadonlySet<string>,
  trials: ResultModel["trials"],
): boolean {
  const searched = new Set(
    trials.filter((trial) => trial.method === "capacity").map((trial) => trial.number),
  );
  return (
    answer.method === "confirm" && ranked.has("capacity") && answer.trials.every((one) => searched.has(one))
  );
}

/** A variant without a number has failed where some start says so; one with too few for its rank is undecided. */
function ofVariant(variant: RankedVariantModel, ranking: RankingModel): string {
  const { bound, rank, starts } = variant;
  if (starts.every((start) => start.rate === null)) {
    return ANSWERED.find((outcome) => starts.some((start) => start.outcome === outcome)) ?? "undecided";
  }
  if (bound === null) return "undecided";
  const enough = starts.length >= FEWEST_STARTS && ranking.variants.length > 1;
  return enough && rank === null && bound !== "below" ? "undecided" : NUMBERS[bound];
}

/** What was not run on one start says nothing where it was run on others. */
function ofOthers(answers: readonly AnswerModel[]): string[] {
  return answers
    .filter(
      ({ variant, method, outcome }) =>
        outcome !== "not_run" ||
        answers
          .filter((other) => other.variant === variant && other.method === method)
          .every((other) => other.outcome === "not_run"),
    )
    .map((answer) => answer.outcome);
}

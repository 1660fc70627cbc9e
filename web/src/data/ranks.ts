import type { RankedVariantModel, RankingModel, ResultModel } from "./result";

/** Such as `1`, or `=2` where variants share a rank; null without one. */
export function rankText(rank: number | null, ranking: RankingModel): string | null {
  if (rank === null) return null;
  const sharing = ranking.variants.filter((variant) => variant.rank === rank).length;
  return sharing > 1 ? `=${rank}` : String(rank);
}

/** For each variant, whether its group of equal ranks is one of every second, so that groups are told apart. */
export function isBanded({ rank }: RankedVariantModel, ranking: RankingModel): boolean {
  const ranks = [...new Set(ranking.variants.map((variant) => variant.rank))];
  return ranks.indexOf(rank) % 2 === 1;
}

/** What stands before a rate that is but a bound. */
export function boundSign(bound: RankedVariantModel["bound"]): string {
  return bound === "at_least" ? "≥\u00a0" : bound === "below" ? "<\u00a0" : "";
}

/** The ranking that the report begins with; none where the answers say more. */
export function leadingRanking({ rankings, leading_ranking }: ResultModel): RankingModel | undefined {
  return rankings.find((ranking) => ranking.method === leading_ranking);
}

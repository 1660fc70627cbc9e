import { RateSpread } from "../chart/RateSpread";
import { usePage } from "../page/context";

/** The rates of all starts of the ranking of a method. */
export function Spread({ of }: { of: string }) {
  const { result } = usePage();
  const ranking = result.rankings.find(({ method }) => method === of);
  return ranking ? <RateSpread ranking={ranking} /> : null;
}

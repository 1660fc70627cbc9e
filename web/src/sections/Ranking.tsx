import { RateSpread } from "../chart/RateSpread";
import { leadingRanking } from "../data/ranks";
import type { RankingModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { Section } from "../parts/Section";
import { Told } from "../parts/Told";
import { RankedStarts } from "./RankedStarts";
import { RankingTable } from "./RankingTable";

/** The variants compared, by each method that found rates; first the one that the verdict tells of. */
export function Ranking() {
  const { result, words } = usePage();
  if (result.rankings.length === 0) return null;
  const told = leadingRanking(result);
  const others = result.rankings.filter((ranking) => ranking !== told);
  return (
    <Section id="ranking" title={words("page-section-ranking")}>
      {told && <OfMethod ranking={told} />}
      {others.map((ranking) => (
        <OfMethod key={ranking.method} ranking={ranking} />
      ))}
      <RankingNote rankings={result.rankings} />
    </Section>
  );
}

/** How the tables are to be read. */
function RankingNote({ rankings }: { rankings: readonly RankingModel[] }) {
  const { words, figures } = usePage();
  const variants = rankings.flatMap((ranking) => ranking.variants);
  const services = [...new Set(variants.map((variant) => variant.service))].filter((name) => name !== null);
  const [first] = rankings;
  return (
    <p class="note">
      {words("page-ranking-note", { confidence: figures.percent(first?.confidence_percent) })}
      {services.length > 0 &&
        ` ${words("page-ranking-services", { services: services.map((name) => printable(name, 60)).join(words("list-commas")) })}`}
    </p>
  );
}

function OfMethod({ ranking }: { ranking: RankingModel }) {
  const { result, words, told } = usePage();
  const slos =
    ranking.slos.map((slo) => printable(told(slo), 80)).join(words("list-commas")) || words("page-no-slo");
  return (
    <div class="ranking">
      <h3>{words.named("page-ranking-by-", ranking.method)}</h3>
      {ranking.text && ranking !== leadingRanking(result) && (
        <p>
          <Told text={ranking.text} />
        </p>
      )}
      <p class="scenario">
        <span>{words("page-label", { label: words("page-ranking-scenario") })}</span>
        <b>{printable(ranking.scenario || NOTHING, 80)}</b>{" "}
        <span>{words("page-label", { label: words("page-ranking-slo") })}</span>
        <b>{slos}</b>
      </p>
      <RankingTable ranking={ranking} />
      <RateSpread ranking={ranking} />
      <RankedStarts ranking={ranking} />
    </div>
  );
}

import { boundSign, isBanded, rankText } from "../data/ranks";
import type { RankedVariantModel, RankingModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { spreadScale } from "./spreadScale";
import { SpreadRow } from "./SpreadRow";

/** The rates of every start beside one another: how far apart starts are, and how far each might be off. */
export function RateSpread({ ranking }: { ranking: RankingModel }) {
  const { words, figures } = usePage();
  const scale = spreadScale(ranking);
  if (!scale) return null;
  const percent = (value: number | null): string => figures.percent(value);
  const said = (variant: RankedVariantModel): string => {
    const { value, low, high } = variant.rate;
    if (value === null) return NOTHING;
    const rate = `${boundSign(variant.bound)}${figures.rate(value)}`;
    return low === null || high === null ? rate : `${rate} (${figures.rate(low)} – ${figures.rate(high)})`;
  };
  const spread = ({ spread_between_percent: between, spread_within_percent: inner }: RankedVariantModel) =>
    [
      between === null ? "" : words("page-ranking-between", { percent: percent(between) }),
      inner === null ? "" : words("page-ranking-within", { percent: percent(inner) }),
    ]
      .filter(Boolean)
      .join(words("list-commas"));
  return (
    <figure class="spread">
      <figcaption>
        <span class="chart-title">
          {words("page-ranking-plot")}
          <span class="unit">{words("page-in-unit", { unit: words("page-requests-per-second") })}</span>
        </span>
        <span class="legend">
          <span class="legend-item">
            <svg width="26" height="12" aria-hidden="true">
              <rect class="over-starts" x="0" y="0" width="26" height="12" />
            </svg>
            {words("page-ranking-over-starts")}
          </span>
          <span class="legend-item">
            <svg width="26" height="12" aria-hidden="true">
              <line class="within-start" x1="0" x2="26" y1="6" y2="6" />
              <circle class="start-dot" cx="13" cy="6" r="3.5" />
            </svg>
            {words("page-ranking-within-start")}
          </span>
        </span>
      </figcaption>
      {ranking.variants.map((variant) => (
        <div key={variant.variant} class={isBanded(variant, ranking) ? "spread-row banded" : "spread-row"}>
          <span class="spread-rank">{rankText(variant.rank, ranking) ?? NOTHING}</span>
          <span class="spread-name">
            <bdi>{variantName(variant.variant)}</bdi>
          </span>
          <SpreadRow variant={variant} scale={scale} />
          <span class="spread-said">
            <b>{said(variant)}</b>
            <small>{spread(variant)}</small>
          </span>
        </div>
      ))}
      <div class="spread-row spread-axis" aria-hidden="true">
        <svg class="spread-field" width="100%" height="18">
          {scale.ticks.map((tick) => (
            <text key={tick} x={scale.at(tick)} y="13" text-anchor="middle">
              {figures.rate(tick)}
            </text>
          ))}
        </svg>
      </div>
    </figure>
  );
}

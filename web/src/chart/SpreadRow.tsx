import { boundSign } from "../data/ranks";
import type { RankedVariantModel, StartFiguresModel } from "../data/result";
import { usePage } from "../page/context";
import { startName, variantName } from "../page/starts";
import type { SpreadScale } from "./spreadScale";

interface Props {
  variant: RankedVariantModel;
  scale: SpreadScale;
}

const MOST_APART = 10;
const LEAST_HEIGHT = 30;

/** One variant: the interval over its starts as a bar, each start as a dot on its own interval. */
export function SpreadRow({ variant, scale }: Props) {
  const { words, figures } = usePage();
  const starts = variant.starts.filter((start) => start.rate !== null);
  const apart = Math.max(4, Math.min(MOST_APART, 60 / Math.max(1, starts.length)));
  const height = Math.max(LEAST_HEIGHT, apart * (starts.length + 1));
  const { low, high, value } = variant.rate;
  const rates = starts
    .map((start) => boundSign(start.bound) + figures.rate(start.rate))
    .join(words("list-commas"));
  const said = words("page-ranking-plotted", {
    variant: variantName(variant.variant),
    rate: value === null ? "–" : boundSign(variant.bound) + figures.rate(value),
    starts: rates || "–",
  });
  return (
    <svg class="spread-field" width="100%" height={height} role="img" aria-label={said}>
      {scale.ticks.map((tick) => (
        <line key={tick} class="grid" x1={scale.at(tick)} x2={scale.at(tick)} y1="0" y2="100%" />
      ))}
      {low !== null && high !== null && (
        <line
          class="over-starts"
          x1={scale.at(low)}
          x2={scale.at(high)}
          y1="50%"
          y2="50%"
          stroke-width={height - 10}
        />
      )}
      {value !== null && variant.bound === "exact" && (
        <line class="middle" x1={scale.at(value)} x2={scale.at(value)} y1="5" y2={height - 5} />
      )}
      {starts.map((start, place) => (
        <StartDot
          key={start.start}
          start={start}
          y={height / 2 + apart * (place - (starts.length - 1) / 2)}
          scale={scale}
          name={startName({ variant: variant.variant, start: start.start }, words)}
        />
      ))}
    </svg>
  );
}

interface DotProps {
  start: StartFiguresModel;
  y: number;
  scale: SpreadScale;
  name: string;
}

/** A bound has an arrow to where the rate may lie. */
function StartDot({ start, y, scale, name }: DotProps) {
  const { figures } = usePage();
  const { rate, low, high, bound } = start;
  if (rate === null) return null;
  const x = scale.at(rate);
  const interval = low === null || high === null ? "" : ` (${figures.rate(low)} – ${figures.rate(high)})`;
  return (
    <g>
      <title>{`${name}: ${boundSign(bound)}${figures.rate(rate)}${interval}`}</title>
      {low !== null && high !== null && (
        <line class="within-start" x1={scale.at(low)} x2={scale.at(high)} y1={y} y2={y} />
      )}
      {bound === "at_least" || bound === "below" ? (
        <svg x={x} y={y} overflow="visible">
          <path
            class="start-dot"
            d={bound === "at_least" ? "M-4,-4.5 L5,0 L-4,4.5 Z" : "M4,-4.5 L-5,0 L4,4.5 Z"}
          />
        </svg>
      ) : (
        <circle class="start-dot" cx={x} cy={y} r="3.5" />
      )}
    </g>
  );
}

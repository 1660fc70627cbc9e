import { useId } from "preact/hooks";

import { usePage } from "../page/context";
import { startName, variantName } from "../page/starts";
import { decades } from "./axes";
import type { BreakPanels, Panel } from "../data/breaks";
import type { Threshold } from "./marks";
import { StartSign } from "./StartSign";
import { ticks } from "./ticks";

interface Props {
  panel: Panel;
  scales: BreakPanels;
  thresholds: readonly Threshold[];
}

const [WIDTH, HEIGHT] = [360, 210];
const FIELD = { left: 46, top: 8, right: WIDTH - 10, bottom: HEIGHT - 24 } as const;

/** The p99 of one variant against the rate due, each start with a shape of its own. */
export function BreakPanel({ panel, scales, thresholds }: Props) {
  const { words, figures } = usePage();
  const id = useId();
  const { low, high } = scales.p99;
  const x = (rate: number): number => FIELD.left + ((FIELD.right - FIELD.left) * rate) / scales.mostRate;
  const y = (p99: number): number =>
    FIELD.bottom - ((FIELD.bottom - FIELD.top) * Math.log(p99 / low)) / Math.log(high / low);
  const breaks = panel.breaksAt;
  const rates = ticks(0, scales.mostRate, 5);
  return (
    <figure class="panel">
      <figcaption id={id}>
        <b>
          <bdi>{variantName(panel.variant)}</bdi>
        </b>{" "}
        <span class="note">
          {breaks === null
            ? words("page-breaks-unknown")
            : words("page-breaks-at", { rate: figures.rate(breaks) })}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id}>
        {decades(low, high).map((time) => (
          <g key={time}>
            <line class="grid" x1={FIELD.left} x2={FIELD.right} y1={y(time)} y2={y(time)} />
            <text x={FIELD.left - 5} y={y(time) + 3.5} text-anchor="end">
              {figures.rate(time)}
            </text>
          </g>
        ))}
        {rates.map((rate) => (
          <g key={rate}>
            <line class="grid" x1={x(rate)} x2={x(rate)} y1={FIELD.top} y2={FIELD.bottom} />
            <text x={x(rate)} y={HEIGHT - 9} text-anchor="middle">
              {figures.rate(rate)}
            </text>
          </g>
        ))}
        {breaks !== null && (
          <line class="breaks" x1={x(breaks)} x2={x(breaks)} y1={FIELD.top} y2={FIELD.bottom} />
        )}
        {thresholds.map(({ value, label }) => (
          <g key={label} class="threshold">
            <line x1={FIELD.left} x2={FIELD.right} y1={y(value)} y2={y(value)} />
            <text x={FIELD.left + 4} y={y(value) - 3}>
              {label}
            </text>
          </g>
        ))}
        {panel.starts.map(({ start, points }) => (
          <polyline
            key={start}
            class="joined"
            points={points.map((point) => `${x(point.rate)},${y(point.p99)}`).join(" ")}
          />
        ))}
        {panel.starts.map(({ start, points }) =>
          points.map((point) => (
            <StartSign
              key={point.trial}
              start={start}
              x={x(point.rate)}
              y={y(point.p99)}
              shade={point.shade}
              title={words("page-breaks-point", {
                start: startName({ variant: panel.variant, start }, words),
                trial: words("page-trial-name", { number: String(point.trial) }),
                rate: figures.rate(point.rate),
                p99: figures.value(point.p99),
              })}
            />
          )),
        )}
      </svg>
    </figure>
  );
}

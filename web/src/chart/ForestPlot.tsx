import type { ComponentChildren } from "preact";

import { signed } from "../format/effects";
import { usePage } from "../page/context";
import { type ForestRow, type ForestScale, forestScale } from "./forestScale";

interface Props {
  title: string;
  unit: string;
  interval: string;
  rows: readonly ForestRow[];
  /** Values are ratios in per cent. */
  ofRatios: boolean;
  /** What stands right of a row. */
  told: (row: ForestRow) => ComponentChildren;
  /** What chooses the rows. */
  children?: ComponentChildren;
}

/** Of more rows the first ones stand too far from an axis below them. */
const MOST_ABOVE_ONE_AXIS = 8;
const HEIGHT = 26;
const MIDDLE = HEIGHT / 2;

/** Effects with their intervals about zero, one below the other; rows without an effect say why. */
export function ForestPlot({ title, unit, interval, rows, ofRatios, told, children }: Props) {
  const { words } = usePage();
  const scale = forestScale(rows, ofRatios);
  const isCut = rows.some(({ low, high }) => [low, high].some((end) => end !== null && scale?.isBeyond(end)));
  const hasMargins = rows.some((row) => row.margin !== null);
  return (
    <figure class="forest">
      <figcaption>
        <span class="chart-title">
          {title}
          <span class="unit">{words("page-in-unit", { unit })}</span>
        </span>
        <span class="legend">
          <span class="legend-item">
            <svg width="30" height="12" aria-hidden="true">
              <line class="forest-interval" x1="0" x2="30" y1="6" y2="6" />
              <rect class="forest-effect" x="11.5" y="2.5" width="7" height="7" />
            </svg>
            {interval}
          </span>
          {hasMargins && (
            <span class="legend-item">
              <svg width="26" height="12" aria-hidden="true">
                <rect class="forest-margin" x="0" y="0" width="26" height="12" />
              </svg>
              {words("page-forest-margin")}
            </span>
          )}
          {rows.some(({ isMarked }) => isMarked) && (
            <span class="legend-item">{words("page-forest-primary")}</span>
          )}
        </span>
      </figcaption>
      {children && <div class="controls">{children}</div>}
      {rows.length > MOST_ABOVE_ONE_AXIS && <Axis scale={scale} />}
      <div role="list">
        {rows.map((row) => (
          <div key={row.key} class={`forest-row${row.isMarked ? " marked" : ""}`} role="listitem">
            <span class="forest-name">
              {row.isMarked && <span class="forest-mark">★ </span>}
              <b>{row.name}</b> <bdi>{row.detail}</bdi>
            </span>
            {scale ? <Field row={row} scale={scale} /> : <span />}
            <span class={`forest-said ${row.kind.replace(" ", "-")}`}>{told(row)}</span>
          </div>
        ))}
      </div>
      <Axis scale={scale} />
      {isCut && <p class="note">{words("page-forest-clipped")}</p>}
    </figure>
  );
}

function Axis({ scale }: { scale: ForestScale | null }) {
  const { figures } = usePage();
  return (
    scale && (
      <div class="forest-row forest-axis" aria-hidden="true">
        <svg class="forest-field" width="100%" height="18">
          {scale.ticks.map((tick) => (
            <text key={tick} x={scale.at(tick)} y="13" text-anchor="middle">
              {signed(tick, figures.rate(Math.abs(tick)))}
            </text>
          ))}
        </svg>
      </div>
    )
  );
}

function Field({ row, scale }: { row: ForestRow; scale: ForestScale }) {
  const { effect, low, high, margin, said } = row;
  const kind = row.kind.replace(" ", "-");
  return (
    <svg class={`forest-field ${kind}`} width="100%" height={HEIGHT} role="img" aria-label={said}>
      <title>{said}</title>
      {margin !== null && (
        <line
          class="forest-margin"
          x1={scale.at(-margin)}
          x2={scale.at(margin)}
          y1={MIDDLE}
          y2={MIDDLE}
          stroke-width={HEIGHT - 4}
        />
      )}
      {scale.ticks.map((tick) => (
        <line key={tick} class="grid" x1={scale.at(tick)} x2={scale.at(tick)} y1="0" y2="100%" />
      ))}
      <line class="forest-zero" x1={scale.at(0)} x2={scale.at(0)} y1="0" y2="100%" />
      {low !== null && high !== null && (
        <>
          <line class="forest-interval" x1={scale.at(low)} x2={scale.at(high)} y1={MIDDLE} y2={MIDDLE} />
          <End at={scale.at(low)} path={scale.isBeyond(low) ? "M7,-4.5L0,0L7,4.5Z" : "M0,-5V5"} />
          <End at={scale.at(high)} path={scale.isBeyond(high) ? "M-7,-4.5L0,0L-7,4.5Z" : "M0,-5V5"} />
        </>
      )}
      {effect !== null && (
        <svg x={scale.at(effect)} y={MIDDLE} overflow="visible" aria-hidden="true">
          <path class="forest-effect" d={SIGNS[row.kind]} />
        </svg>
      )}
    </svg>
  );
}

/** By what was decided, so that colour alone does not say it. */
const SIGNS = {
  different: "M-4,-4H4V4H-4Z",
  equivalent: "M0,-5.2L5.2,0L0,5.2L-5.2,0Z",
  "cannot tell": "M-4,0A4,4 0 1 1 4,0A4,4 0 1 1 -4,0Z",
  "not run": "M-4,0A4,4 0 1 1 4,0A4,4 0 1 1 -4,0Z",
} as const;

function End({ at, path }: { at: string; path: string }) {
  return (
    <svg x={at} y={MIDDLE} overflow="visible" aria-hidden="true">
      <path class="forest-end" d={path} />
    </svg>
  );
}

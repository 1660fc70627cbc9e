import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

import { usePage } from "../page/context";
import { FlagSign } from "./FlagSign";
import { InjectionSign } from "./InjectionSign";
import type { ChartHandle } from "./useChart";

export interface LegendItem {
  label: string;
  stroke: string;
  dash?: readonly number[] | undefined;
  /** A path about the origin that stands on its line. */
  mark?: string;
  /** True for an alarm: it has a flag in place of a line, and is only read out while it is active. */
  isFlag?: boolean;
  /** Number of the pattern of an injection: it has a piece of its band in place of a line, and is read out as an alarm is. */
  pattern?: number;
  /** Its value under the cursor, with its unit where it needs one. */
  value: string;
}

interface Props {
  /** Where a link to the chart leads. */
  id?: string | undefined;
  title: string;
  unit: string;
  summary: string;
  /** Where the cursor stands; empty without a cursor. */
  at: string;
  legend: readonly LegendItem[];
  chart: ChartHandle;
  children?: ComponentChildren;
}

/** A chart with its title, its legend with the values under the cursor, and its keyboard. */
export function ChartFrame({ id, title, unit, summary, at, legend, chart, children }: Props) {
  const { words } = usePage();
  const caption = useId();
  return (
    <figure class="chart" id={id}>
      <figcaption id={caption}>
        <span class="chart-title">
          {title}
          {unit && <span class="unit">{words("page-in-unit", { unit })}</span>}
        </span>
        {children}
        <span class="legend">
          <span class="at">{at}</span>
          {legend.map((item) => (
            <span class={`legend-item ${classOf(item)}`} key={item.label}>
              <Sign item={item} />
              <bdi>{item.label}</bdi>
              <b>{item.value}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <div
        class="plot"
        ref={chart.host}
        tabIndex={0}
        role="application"
        aria-roledescription="chart"
        aria-label={`${summary} ${words("page-chart-keys")}`}
        onKeyDown={chart.onKeyDown}
      />
      <p class="visually-hidden" aria-live="polite">
        {at && document.activeElement === chart.host.current
          ? `${at}: ${legend
              .filter((item) => !classOf(item) || item.value)
              .map((item) => `${item.label} ${item.value}`)
              .join(words("list-commas"))}`
          : ""}
      </p>
    </figure>
  );
}

/** Class of an item that has no line; empty for one with a line. */
function classOf({ isFlag, pattern }: LegendItem): "flag" | "injection" | "" {
  if (isFlag) return "flag";
  return pattern === undefined ? "" : "injection";
}

function Sign({ item }: { item: LegendItem }) {
  if (item.isFlag) return <FlagSign />;
  return item.pattern === undefined ? <LineSign item={item} /> : <InjectionSign pattern={item.pattern} />;
}

function LineSign({ item }: { item: LegendItem }) {
  return (
    <svg width="22" height={item.mark ? 10 : 8} aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2="22"
        y2="4"
        stroke={`var(--${item.stroke})`}
        stroke-width="2"
        stroke-dasharray={item.dash?.join(" ")}
      />
      {item.mark && <path d={item.mark} transform="translate(11 5)" fill={`var(--${item.stroke})`} />}
    </svg>
  );
}

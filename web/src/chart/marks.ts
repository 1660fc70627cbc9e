/** What is drawn behind and over the lines: verdicts of plateaus, thresholds, bands. */
import uPlot from "uplot";

import type { EventModel, TrialModel } from "../data/result";
import { isJudged, shadeOf } from "../data/verdict";
import { colour } from "../page/theme";
import { FONT } from "./axes";

export interface Threshold {
  value: number;
  label: string;
}

/** Of a line of text at 11 pixels, with what hangs below it. */
export const LABEL_HEIGHT = 14;

export const SIGNS = {
  passed: "✓",
  failed: "✕",
  undecided: "?",
  recover: "↺",
  "warm-up": "↗",
  held: "•",
} as const;

export function scaledFont(): string {
  return FONT.replace("11px", `${11 * uPlot.pxRatio}px`);
}

export function clipped(chart: uPlot, draw: (context: CanvasRenderingContext2D) => void): void {
  const { left, top, width, height } = chart.bbox;
  chart.ctx.save();
  chart.ctx.beginPath();
  chart.ctx.rect(left, top, width, height);
  chart.ctx.clip();
  draw(chart.ctx);
  chart.ctx.restore();
}

/** Shades each plateau by its verdict, its judged span more strongly; with `numbered` writes its number and sign. */
export function shadeTrials(chart: uPlot, trials: readonly TrialModel[], numbered: boolean): void {
  clipped(chart, (context) => {
    const { top, height } = chart.bbox;
    const at = (seconds: number): number => chart.valToPos(seconds, "x", true);
    context.font = scaledFont();
    context.textAlign = "center";
    context.textBaseline = "top";
    let free = -Infinity;
    for (const trial of trials) {
      const [begin, end] = [at(trial.started_s), at(trial.started_s + trial.duration_s)];
      const [spanBegin, spanEnd] = [at(trial.span_begin_s), at(trial.span_end_s)];
      const shade = shadeOf(trial);
      context.fillStyle = colour(`shade-${shade}`);
      context.fillRect(begin, top, end - begin, height);
      if (isJudged(trial) || shade === "held") context.fillRect(spanBegin, top, spanEnd - spanBegin, height);
      context.fillStyle = colour("rule-strong");
      context.fillRect(begin, top, 1, height);
      const text = `${trial.number}${SIGNS[shade]}`;
      const half = context.measureText(text).width / 2;
      const middle = (begin + end) / 2;
      if (!numbered || middle - half < free) continue;
      free = middle + half + 2;
      context.fillStyle = colour(isJudged(trial) ? shade : "muted");
      context.fillText(text, middle, top + 3 * uPlot.pxRatio);
    }
  });
}

/** The events that a chart marks, each with the colour of its line. */
export const MARKED: Readonly<Record<string, string>> = {
  checkpoint: "accent",
  died: "failed",
  "oom-killed": "failed",
  "generator-stalled": "muted",
};

/** An upright line at each event that stands for a change in what is drawn. */
export function drawEvents(chart: uPlot, events: readonly EventModel[]): void {
  clipped(chart, (context) => {
    const { top, height } = chart.bbox;
    context.lineWidth = uPlot.pxRatio;
    context.setLineDash([uPlot.pxRatio, 3 * uPlot.pxRatio]);
    for (const { kind, at_s } of events) {
      const stroke = MARKED[kind];
      if (stroke === undefined) continue;
      const x = Math.round(chart.valToPos(at_s, "x", true));
      context.strokeStyle = context.fillStyle = colour(stroke);
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, top + height);
      context.stroke();
      const size = 4 * uPlot.pxRatio;
      context.beginPath();
      context.moveTo(x - size, top + height);
      context.lineTo(x, top + height - 1.6 * size);
      context.lineTo(x + size, top + height);
      context.fill();
    }
  });
}

/** Where the label of a line at `y` stands: above it, or below where the chart ends too soon. All in the canvas' own pixels. */
export function labelPlace(y: number, top: number, ratio: number): { y: number; baseline: "bottom" | "top" } {
  const above = y - 2 * ratio;
  return above - LABEL_HEIGHT * ratio >= top
    ? { y: above, baseline: "bottom" }
    : { y: y + 3 * ratio, baseline: "top" };
}

/** A dashed line over the whole width at each threshold, with its label. */
export function drawThresholds(chart: uPlot, thresholds: readonly Threshold[]): void {
  clipped(chart, (context) => {
    const { left, top, width } = chart.bbox;
    const ratio = uPlot.pxRatio;
    context.font = scaledFont();
    context.textAlign = "left";
    context.strokeStyle = context.fillStyle = colour("failed");
    context.lineWidth = ratio;
    context.setLineDash([6 * ratio, 3 * ratio]);
    for (const { value, label } of thresholds) {
      const y = Math.round(chart.valToPos(value, "y", true));
      context.beginPath();
      context.moveTo(left, y);
      context.lineTo(left + width, y);
      context.stroke();
      const place = labelPlace(y, top, ratio);
      context.textBaseline = place.baseline;
      context.fillText(label, left + 5 * ratio, place.y);
    }
  });
}

/** A percentile that an SLO limits; `reached_ms` is its value, null where too few calls lie beyond it. */
export interface MarkedQuantile extends Threshold {
  nines: number;
  reached_ms: number | null;
}

/** An upright line at each marked percentile, and a dot where the curve crosses it. */
export function drawQuantiles(chart: uPlot, marked: readonly MarkedQuantile[]): void {
  clipped(chart, (context) => {
    const { top, height } = chart.bbox;
    const ratio = uPlot.pxRatio;
    context.lineWidth = ratio;
    for (const { nines, reached_ms } of marked) {
      if (reached_ms === null) continue;
      const x = Math.round(chart.valToPos(nines, "x", true));
      context.strokeStyle = colour("muted");
      context.setLineDash([ratio, 3 * ratio]);
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, top + height);
      context.stroke();
      context.fillStyle = colour("accent");
      context.beginPath();
      context.arc(x, chart.valToPos(reached_ms, "y", true), 4.5 * ratio, 0, 2 * Math.PI);
      context.fill();
    }
  });
}

/** A dashed upright line at each limit on the axis of times; labels of several stand below one another. */
export function drawLimits(chart: uPlot, limits: readonly Threshold[]): void {
  clipped(chart, (context) => {
    const { left, top, width, height } = chart.bbox;
    const ratio = uPlot.pxRatio;
    context.font = scaledFont();
    context.textBaseline = "top";
    context.strokeStyle = context.fillStyle = colour("failed");
    context.lineWidth = ratio;
    context.setLineDash([6 * ratio, 3 * ratio]);
    for (const [place, { value, label }] of limits.entries()) {
      const x = Math.round(chart.valToPos(value, "x", true));
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, top + height);
      context.stroke();
      const isLate = x > left + width / 2;
      context.textAlign = isLate ? "right" : "left";
      context.fillText(label, x + (isLate ? -5 : 5) * ratio, top + (3 + LABEL_HEIGHT * place) * ratio);
    }
  });
}

/** A band between two values of x. */
export function drawBand(chart: uPlot, low: number, high: number): void {
  clipped(chart, (context) => {
    const { top, height } = chart.bbox;
    const [begin, end] = [chart.valToPos(low, "x", true), chart.valToPos(high, "x", true)];
    context.fillStyle = colour("band");
    context.fillRect(begin, top, Math.max(2, end - begin), height);
  });
}

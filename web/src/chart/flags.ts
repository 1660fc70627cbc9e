/** Flags and bands of alarms on a time axis. */
import uPlot from "uplot";

import type { FlaggedAlarm } from "../data/alarms";
import { printable } from "../format/printable";
import { colour } from "../page/theme";
import { clipped, LABEL_HEIGHT, scaledFont } from "./marks";

const LONGEST_LABEL = 24;
/** Between the lines of the hatching of a pending alarm, in pixels. */
const HATCHING = 7;
const FLAG = { width: 8, height: 7 };
const GAP = 6;

/** Label of a flag on the canvas, with its extent from left to right. */
export interface Label {
  left: number;
  right: number;
}

/** Row of each label, from the top, in which it covers no label before it; null if no row has room. */
export function rowsOf(labels: readonly Label[], rows: number): (number | null)[] {
  const placed: Label[][] = Array.from({ length: rows }, () => []);
  return labels.map((label) => {
    const row = placed.findIndex((held) =>
      held.every((one) => label.left > one.right || label.right < one.left),
    );
    placed[row]?.push(label);
    return row < 0 ? null : row;
  });
}

/** A hatched band while an alarm is pending, and a plain band while it fires. */
export function drawAlarmBands(chart: uPlot, alarms: readonly FlaggedAlarm[]): void {
  clipped(chart, (context) => {
    for (const { pendingS, firedS, endS } of alarms.flatMap(({ flags }) => flags)) {
      const at = (seconds: number): number => chart.valToPos(seconds, "x", true);
      const { top, height } = chart.bbox;
      context.fillStyle = context.strokeStyle = colour("alarm-band");
      context.fillRect(at(firedS), top, Math.max(2, at(endS) - at(firedS)), height);
      hatch(chart, context, at(pendingS), at(firedS));
    }
  });
}

function hatch(chart: uPlot, context: CanvasRenderingContext2D, left: number, right: number): void {
  const { top, height } = chart.bbox;
  const [from, to] = [Math.max(left, chart.bbox.left), Math.min(right, chart.bbox.left + chart.bbox.width)];
  if (to <= from) return;
  context.save();
  context.beginPath();
  context.rect(from, top, to - from, height);
  context.clip();
  context.lineWidth = 2 * uPlot.pxRatio;
  context.setLineDash([]);
  context.beginPath();
  const step = HATCHING * uPlot.pxRatio;
  for (let x = Math.floor(from / step) * step; x < to + height; x += step) {
    context.moveTo(x, top);
    context.lineTo(x - height, top + height);
  }
  context.stroke();
  context.restore();
}

/** An upright line with a flag and the name of the alarm at each firing; names of one instant are below one another. */
export function drawFlags(chart: uPlot, alarms: readonly FlaggedAlarm[], below: number): void {
  clipped(chart, (context) => {
    const ratio = uPlot.pxRatio;
    const { left, top, width, height } = chart.bbox;
    context.font = scaledFont();
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.lineWidth = 1.5 * ratio;
    context.setLineDash([]);
    const drawn = alarms
      .flatMap(({ name, flags }) => flags.map(({ firedS }) => ({ name, firedS })))
      .map(({ name, firedS }) => {
        const text = printable(name, LONGEST_LABEL);
        const x = Math.round(chart.valToPos(firedS, "x", true));
        const full = (FLAG.width + 3) * ratio + context.measureText(text).width;
        const isLate = x + full > left + width;
        return { text, x, isLate, left: isLate ? x - full : x, right: (isLate ? x : x + full) + GAP * ratio };
      })
      .filter(({ x }) => x >= left && x <= left + width)
      .sort((a, b) => a.x - b.x);
    const rowHeight = LABEL_HEIGHT * ratio;
    const room = Math.max(1, Math.floor((height - below * ratio) / rowHeight));
    const rows = rowsOf(drawn, room);
    drawn.forEach(({ text, x, isLate, left: begin }, place) => {
      context.strokeStyle = context.fillStyle = colour("alarm");
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, top + height);
      context.stroke();
      const row = rows[place] ?? null;
      if (row === null) return;
      const middle = top + below * ratio + (row + 0.5) * rowHeight;
      pennant(context, x, middle, (isLate ? -1 : 1) * ratio);
      const textAt = isLate ? begin : x + (FLAG.width + 3) * ratio;
      context.strokeStyle = colour("surface");
      context.save();
      context.lineWidth = 4 * ratio;
      context.lineJoin = "round";
      context.strokeText(text, textAt, middle);
      context.restore();
      context.fillText(text, textAt, middle);
    });
  });
}

function pennant(context: CanvasRenderingContext2D, x: number, middle: number, direction: number): void {
  const half = (FLAG.height / 2) * Math.abs(direction);
  context.beginPath();
  context.moveTo(x, middle - half);
  context.lineTo(x + FLAG.width * direction, middle);
  context.lineTo(x, middle + half);
  context.fill();
}

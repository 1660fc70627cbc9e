/** Bands of injections on a time axis. */
import uPlot from "uplot";

import type { DrawnInjection, InjectionBand } from "../data/injections";
import { printable } from "../format/printable";
import { colour } from "../page/theme";
import { type Label, rowsOf } from "./flags";
import { clipped, LABEL_HEIGHT, scaledFont } from "./marks";
import { patternFill } from "./patterns";

const LONGEST_LABEL = 24;
/** On a chart that is less wide than `NARROW`, in CSS pixels. */
const LONGEST_NARROW_LABEL = 14;
const NARROW = 560;
/** A band that is less wide has one line, in CSS pixels. */
const THIN = 6;
const GAP = 4;
/** Part of the height of a chart that the names may take, from the bottom: the names of alarms are at the top. */
const PART_OF_NAMES = 0.4;
/** Strength of a pattern: lines of the chart are drawn over it. */
const PATTERN_ALPHA = 0.4;

/** Pixels of a band on the canvas, from left to right. */
interface Extent {
  begin: number;
  end: number;
  undone: number;
  recovered: number | null;
}

function extentOf(chart: uPlot, { beginS, endS, undoneS, recoveredS }: InjectionBand): Extent {
  const at = (seconds: number): number => Math.round(chart.valToPos(seconds, "x", true));
  const begin = at(beginS);
  const end = Math.max(at(endS), begin + 2);
  const undone = Math.max(at(undoneS), end);
  return { begin, end, undone, recovered: recoveredS === null ? null : Math.max(at(recoveredS), undone) };
}

function isSeen(chart: uPlot, { begin, undone, recovered }: Extent): boolean {
  const { left, width } = chart.bbox;
  return begin <= left + width && (recovered ?? undone) >= left;
}

/** A patterned band while a problem is there, a light one up to the recovery; in red what was not undone. */
export function drawInjectionBands(chart: uPlot, injections: readonly DrawnInjection[]): void {
  clipped(chart, (context) => {
    const { top, height } = chart.bbox;
    const fill = (from: number, to: number): void => {
      if (to > from) context.fillRect(from, top, to - from, height);
    };
    for (const { pattern, bands } of injections) {
      const made = patternFill(context, pattern, colour("injection"));
      const left = patternFill(context, pattern, colour("failed"));
      for (const band of bands) {
        const extent = extentOf(chart, band);
        if (!isSeen(chart, extent)) continue;
        const { begin, end, undone, recovered } = extent;
        const isLeft = band.state === "not_undone";
        context.fillStyle = colour("injection-band");
        fill(begin, end);
        context.fillStyle = colour(isLeft ? "not-undone-band" : "injection-after");
        fill(end, undone);
        context.fillStyle = colour("injection-after");
        fill(end, recovered ?? end);
        context.globalAlpha = PATTERN_ALPHA;
        if (made) {
          context.fillStyle = made;
          fill(begin, end);
        }
        if (left && isLeft) {
          context.fillStyle = left;
          fill(end, undone);
        }
        context.globalAlpha = 1;
      }
    }
  });
}

/** The begin and the end of each problem as lines, its recovery as a dotted one, and its name at the bottom. */
export function drawInjectionNames(
  chart: uPlot,
  injections: readonly DrawnInjection[],
  notUndone: string,
): void {
  clipped(chart, (context) => {
    const ratio = uPlot.pxRatio;
    context.font = scaledFont();
    context.textBaseline = "middle";
    context.textAlign = "left";
    const names: Name[] = [];
    const longest = chart.width < NARROW ? LONGEST_NARROW_LABEL : LONGEST_LABEL;
    for (const { name, bands } of injections) {
      for (const band of bands) {
        const extent = extentOf(chart, band);
        if (!isSeen(chart, extent)) continue;
        drawEdges(chart, context, extent, band);
        const text = printable(name, longest);
        names.push(placed(chart, context, text, "injection", extent.begin, extent.undone));
        if (band.state === "not_undone")
          names.push(placed(chart, context, notUndone, "failed", extent.end, extent.undone));
      }
    }
    const { top, height } = chart.bbox;
    const rowHeight = LABEL_HEIGHT * ratio;
    const shown = withoutRepeats(names.sort((a, b) => a.line - b.line));
    const rows = rowsOf(shown, Math.max(1, Math.floor((PART_OF_NAMES * height) / rowHeight)));
    shown.forEach(({ text, ink, left }, place) => {
      const row = rows[place] ?? null;
      if (row === null) return;
      const middle = top + height - (row + 0.6) * rowHeight;
      context.setLineDash([]);
      context.lineWidth = 4 * ratio;
      context.lineJoin = "round";
      context.strokeStyle = colour("surface");
      context.strokeText(text, left, middle);
      context.fillStyle = colour(ink);
      context.fillText(text, left, middle);
    });
  });
}

/** Names without those that would cover the same name before them: an injection may occur every few pixels. */
export function withoutRepeats<Named extends Label & { text: string }>(names: readonly Named[]): Named[] {
  const ends = new Map<string, number>();
  return names.filter(({ text, left, right }) => {
    if (left <= (ends.get(text) ?? -Infinity)) return false;
    ends.set(text, right);
    return true;
  });
}

/** Text at the bottom of a chart, with its extent on the canvas. */
interface Name extends Label {
  text: string;
  ink: string;
  /** Place of the line that it belongs to. */
  line: number;
}

/** A name after the line that it belongs to; before the line where the chart ends too soon. */
function placed(
  chart: uPlot,
  context: CanvasRenderingContext2D,
  text: string,
  ink: string,
  from: number,
  to: number,
): Name {
  const gap = GAP * uPlot.pxRatio;
  const { left, width } = chart.bbox;
  // Zoomed in, a band may begin before the chart does.
  const begin = Math.min(Math.max(from, left), Math.max(to, left));
  const full = context.measureText(text).width + gap;
  const isLate = begin + gap + full > left + width;
  const start = isLate ? Math.max(left, begin - full) : begin + gap;
  return { text, ink, line: begin, left: start, right: start + full };
}

function drawEdges(
  chart: uPlot,
  context: CanvasRenderingContext2D,
  { begin, end, recovered }: Extent,
  { state }: InjectionBand,
): void {
  const { top, height } = chart.bbox;
  const ratio = uPlot.pxRatio;
  // Two lines a few pixels apart, again and again, would hide what the chart shows.
  const isThin = end - begin < THIN * ratio;
  const line = (x: number, dash: number[]): void => {
    context.lineWidth = (isThin ? 1 : 1.5) * ratio;
    context.lineCap = "butt";
    context.setLineDash(dash.map((part) => part * ratio));
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.stroke();
  };
  context.strokeStyle = colour("injection");
  // A problem that was not made, or only in part, has dashed edges.
  const dash = state === "failed" ? [5, 3] : [];
  line(begin, dash);
  if (recovered !== null) line(recovered, [1.5, 2.5]);
  if (isThin && state !== "not_undone") return;
  context.strokeStyle = colour(state === "not_undone" ? "failed" : "injection");
  line(end, dash);
}

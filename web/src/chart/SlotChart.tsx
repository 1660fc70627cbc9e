import { useMemo } from "preact/hooks";
import uPlot from "uplot";

import { roundSpans } from "../data/comparison";
import type { SlotModel } from "../data/result";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { colour } from "../page/theme";
import { FONT, timeAxis, valueAxis } from "./axes";
import { ChartFrame } from "./ChartFrame";
import { type ChartPlan, useChart } from "./useChart";
import { variantMark } from "./variantMarks";

export type DrawnSlot = SlotModel & { middle_s: number };

interface Props {
  title: string;
  unit: string;
  slots: readonly DrawnSlot[];
  variants: readonly string[];
  valueOf: (slot: DrawnSlot) => number | null;
}

const HEIGHT = 200;
/** Where signs have less room than this they are drawn smaller. */
const ROOM = 9;
const LEAST_SIZE = 0.5;
const RING = 7;
/** Left and right of all slots, as a part of their time. */
const EDGE = 0.01;

/** One figure of every slot on the time axis of the run, in the colours and signs of the variants. */
export function SlotChart({ title, unit, slots, variants, valueOf }: Props) {
  const { figures, words } = usePage();
  const columns = useMemo(
    () => variants.map((name) => slots.map((slot) => (slot.variant === name ? valueOf(slot) : null))),
    [slots, variants, valueOf],
  );
  const [low, high] = useMemo(() => {
    const known = columns.flat().filter((value) => value !== null);
    return [Math.min(...known), Math.max(...known)];
  }, [columns]);
  const roundName = words("page-column-round");
  const plan = useMemo<ChartPlan>(() => {
    // Signs, unlike bars, need no zero.
    const pad = 0.12 * (high - low || high || 1);
    const [first, last] = [slots[0], slots.at(-1)];
    // The first and the last slot are seen whole, unless the chart is zoomed in.
    const room = EDGE * ((last?.ended_s ?? 0) - (first?.began_s ?? 0));
    const begun = (from: number): number => (first && from <= first.middle_s ? first.began_s - room : from);
    const ended = (to: number): number => (last && to >= last.middle_s ? last.ended_s + room : to);
    return {
      data: [slots.map((slot) => slot.middle_s), ...columns],
      options: {
        height: HEIGHT,
        legend: { show: false },
        cursor: {
          sync: { key: "slots", scales: ["x", null] },
          drag: { x: true, y: false },
          points: { size: 5 },
        },
        axes: [timeAxis(figures), valueAxis(figures, false)],
        scales: {
          x: { time: false, range: (_self, from, to) => [begun(from), ended(to)] },
          y: { range: [Math.max(0, low - pad), high + pad] },
        },
        series: [
          {},
          ...variants.map((label, place) => ({
            label,
            stroke: () => colour(variantMark(place).stroke),
            paths: () => null,
            points: { show: false },
          })),
        ],
        hooks: {
          drawClear: [
            (self) => {
              drawRounds(self, slots, roundName);
            },
          ],
          draw: [
            (self) => {
              drawSlots(self, slots, variants, valueOf);
            },
          ],
        },
      },
    };
  }, [slots, variants, columns, valueOf, low, high, roundName, figures]);
  const chart = useChart(plan);
  const slot = chart.index === null ? undefined : slots[chart.index];
  return (
    <ChartFrame
      title={title}
      unit={unit}
      summary={words("page-chart-summary", {
        title,
        low: figures.rate(low),
        high: figures.rate(high),
        unit,
      })}
      at={
        slot
          ? words("page-slots-at", {
              time: figures.clock(slot.began_s),
              round: slot.round,
              variant: variantName(slot.variant),
              purpose: words.named("page-purpose-", slot.purpose) ?? slot.purpose,
            })
          : ""
      }
      legend={variants.map((name, place) => ({
        label: variantName(name),
        stroke: variantMark(place).stroke,
        mark: variantMark(place).path,
        value: slot?.variant === name ? figures.rate(valueOf(slot) ?? NaN) : "",
      }))}
      chart={chart}
    />
  );
}

/** Every second round on a ground of its own, with its number where there is room. */
function drawRounds(chart: uPlot, slots: readonly SlotModel[], name: string): void {
  const { ctx: context, bbox } = chart;
  const ratio = uPlot.pxRatio;
  context.save();
  context.beginPath();
  context.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  context.clip();
  context.font = FONT.replace("11px", `${11 * ratio}px`);
  context.textAlign = "center";
  context.textBaseline = "top";
  roundSpans(slots).forEach(({ round, begin_s, end_s }, place) => {
    const [from, to] = [chart.valToPos(begin_s, "x", true), chart.valToPos(end_s, "x", true)];
    context.fillStyle = colour("banded");
    if (place % 2 === 1) context.fillRect(from, bbox.top, to - from, bbox.height);
    context.fillStyle = colour("muted");
    const texts = [`${name} ${round}`, String(round)];
    const text = texts.find((one) => context.measureText(one).width < to - from);
    if (text) context.fillText(text, (from + to) / 2, bbox.top + 3 * ratio);
  });
  context.restore();
}

function drawSlots(
  chart: uPlot,
  slots: readonly DrawnSlot[],
  variants: readonly string[],
  valueOf: (slot: DrawnSlot) => number | null,
): void {
  const { ctx: context, bbox } = chart;
  const ratio = uPlot.pxRatio;
  const { min = 0, max = 0 } = chart.scales["x"] ?? {};
  const shown = slots.filter((slot) => slot.middle_s >= min && slot.middle_s <= max);
  const size = Math.max(LEAST_SIZE, Math.min(1, bbox.width / ratio / Math.max(1, shown.length) / ROOM));
  context.save();
  context.beginPath();
  context.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  context.clip();
  for (const slot of shown) {
    const value = valueOf(slot);
    if (value === null) continue;
    const mark = variantMark(variants.indexOf(slot.variant));
    const [from, to] = [slot.began_s, slot.ended_s].map((at) => chart.valToPos(at, "x", true));
    const y = chart.valToPos(value, "y", true);
    context.strokeStyle = context.fillStyle = colour(mark.stroke);
    context.lineWidth = ratio;
    context.beginPath();
    context.moveTo(from ?? 0, y);
    context.lineTo(to ?? 0, y);
    context.stroke();
    context.save();
    context.translate(chart.valToPos(slot.middle_s, "x", true), y);
    context.scale(size * ratio, size * ratio);
    drawSign(context, slot, new Path2D(mark.path));
    context.restore();
  }
  context.restore();
}

/** Filled where the slot counts, hollow where not, in a ring where the others stood still. */
function drawSign(context: CanvasRenderingContext2D, slot: SlotModel, sign: Path2D): void {
  context.lineWidth = 1.2;
  if (slot.counts || slot.purpose === "alone") {
    context.fill(sign);
  } else {
    context.fillStyle = colour("surface");
    context.fill(sign);
    context.stroke(sign);
  }
  if (slot.purpose !== "alone") return;
  context.beginPath();
  context.arc(0, 0, RING, 0, 2 * Math.PI);
  context.stroke();
}

import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import uPlot from "uplot";

import { isPrinting, REDRAW } from "../page/theme";

/** What lies inside the margins of A4, in CSS pixels. */
const PAPER_WIDTH = 680;

export interface ChartPlan {
  options: Omit<uPlot.Options, "width">;
  data: uPlot.AlignedData;
}

export interface ChartHandle {
  host: RefObject<HTMLDivElement | null>;
  /** The index of the data under the cursor, null without one. */
  index: number | null;
  /** Where the cursor stands on the scale `y`. */
  level: number | null;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Draws a plan into `host`, keeps its width and colours, and moves its cursor by the keyboard. */
export function useChart(plan: ChartPlan): ChartHandle {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const drawNow = useRef<(() => void) | null>(null);
  const [cursor, setCursor] = useState<{ index: number | null; level: number | null }>({
    index: null,
    level: null,
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const follow = (self: uPlot): void => {
      const { idx, top } = self.cursor;
      setCursor({ index: idx ?? null, level: top === undefined || top < 0 ? null : self.posToVal(top, "y") });
    };
    const width = (): number => (isPrinting() ? PAPER_WIDTH : element.clientWidth);
    const draw = (): void => {
      chart.current ??= new uPlot(
        { ...plan.options, width: width(), hooks: { ...plan.options.hooks, setCursor: [follow] } },
        plan.data,
        element,
      );
    };
    const fit = (): void => {
      draw();
      chart.current?.setSize({ width: width(), height: plan.options.height });
    };
    drawNow.current = draw;
    element.style.minHeight = `${plan.options.height}px`;
    // What is not on the first screen waits until the page stands; paper does not wait.
    const waits = element.getBoundingClientRect().top > innerHeight;
    const idle = waits ? requestIdleCallback(draw, { timeout: 1000 }) : 0;
    if (!waits) draw();
    const sizes = new ResizeObserver(() => {
      if (chart.current) fit();
    });
    const redraw = (): void => {
      if (chart.current || isPrinting()) fit();
    };
    sizes.observe(element);
    window.addEventListener(REDRAW, redraw);
    return () => {
      cancelIdleCallback(idle);
      sizes.disconnect();
      window.removeEventListener(REDRAW, redraw);
      chart.current?.destroy();
      chart.current = null;
      drawNow.current = null;
    };
  }, [plan]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // Who steers a chart has come to it before the page had time to draw it.
    drawNow.current?.();
    if (chart.current && steer(chart.current, event.key, event.shiftKey)) event.preventDefault();
  };
  return { host, ...cursor, onKeyDown };
}

type SetCursor = (at: { left: number; top: number }, fire: boolean, publish: boolean) => void;

function steer(chart: uPlot, key: string, far: boolean): boolean {
  const times = chart.data[0];
  const { min, max } = chart.scales["x"] ?? {};
  if (key === "Escape") {
    chart.setScale("x", { min: times[0] ?? 0, max: times.at(-1) ?? 1 });
    return true;
  }
  const first = chart.valToIdx(min ?? 0);
  const last = chart.valToIdx(max ?? 0);
  const now = chart.cursor.idx ?? null;
  const step = far ? 10 : 1;
  const wanted: Record<string, number> = {
    ArrowRight: now === null ? first : now + step,
    ArrowLeft: now === null ? last : now - step,
    Home: first,
    End: last,
  };
  const index = wanted[key];
  if (index === undefined) return false;
  const time = times[Math.max(first, Math.min(last, index))] ?? 0;
  const top = chart.cursor.top ?? -1;
  // The third argument, which tells the other charts, is not in uPlot's types.
  const mover = chart as unknown as { setCursor: SetCursor };
  mover.setCursor(
    { left: chart.valToPos(time, "x"), top: top < 0 ? chart.over.clientHeight / 2 : top },
    true,
    true,
  );
  return true;
}

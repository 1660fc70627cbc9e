import type { Shade } from "../data/verdict";

/** One shape for each start; from the seventh on they come again. */
const SHAPES = [
  "M-3.5,0 A3.5,3.5 0 1 0 3.5,0 A3.5,3.5 0 1 0 -3.5,0 Z",
  "M-3.2,-3.2 H3.2 V3.2 H-3.2 Z",
  "M0,-4.2 L4.2,3.2 L-4.2,3.2 Z",
  "M0,-4.6 L4.6,0 L0,4.6 L-4.6,0 Z",
  "M0,4.2 L4.2,-3.2 L-4.2,-3.2 Z",
  "M-1.4,-4.2 H1.4 V-1.4 H4.2 V1.4 H1.4 V4.2 H-1.4 V1.4 H-4.2 V-1.4 H-1.4 Z",
] as const;

interface Props {
  start: number;
  x: number;
  y: number;
  shade: Shade;
  title?: string;
}

/** A trial of a start: its shape tells the start, its colour the verdict, and what failed is hollow. */
export function StartSign({ start, x, y, shade, title }: Props) {
  return (
    <path
      class={`start-sign ${shade}`}
      transform={`translate(${x} ${y})`}
      d={SHAPES[Math.max(0, start - 1) % SHAPES.length]}
    >
      {title && <title>{title}</title>}
    </path>
  );
}

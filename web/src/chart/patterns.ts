/** Patterns of the bands of injections: a chart and its legend draw them from the same paths. */
import uPlot from "uplot";

/** Width and height of a tile, in CSS pixels. */
export const TILE = 10;

interface Pattern {
  /** Path within one tile, as SVG writes it. */
  path: string;
  width: number;
}

/** None is like the hatching of a pending alarm, which runs from the top right to the bottom left. */
const PATTERNS: readonly [Pattern, ...Pattern[]] = [
  { path: "M0,0 L10,10 M-2,8 L2,12 M8,-2 L12,2", width: 1 },
  { path: "M2.5,2.5 h0.01 M7.5,7.5 h0.01", width: 2.5 },
  { path: "M2.5,2.5 l5,5 M7.5,2.5 l-5,5", width: 1.2 },
  { path: "M0,7 L5,3 L10,7", width: 1.2 },
  { path: "M2.5,5 a2.5,2.5 0 1,0 5,0 a2.5,2.5 0 1,0 -5,0", width: 1 },
  { path: "M0,2.5 h5 M5,7.5 h5", width: 1.4 },
];

/** The pattern of that number; after the last one they begin anew. */
export function patternOf(number: number): Pattern {
  return PATTERNS[number % PATTERNS.length] ?? PATTERNS[0];
}

/** A pattern as the filling of a canvas; null if the browser makes none. */
export function patternFill(
  context: CanvasRenderingContext2D,
  number: number,
  stroke: string,
): CanvasPattern | null {
  const size = Math.round(TILE * uPlot.pxRatio);
  const tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const drawing = tile.getContext("2d");
  if (!drawing) return null;
  const { path, width } = patternOf(number);
  drawing.scale(size / TILE, size / TILE);
  drawing.strokeStyle = stroke;
  drawing.lineWidth = width;
  drawing.lineCap = "round";
  drawing.stroke(new Path2D(path));
  return context.createPattern(tile, "repeat");
}

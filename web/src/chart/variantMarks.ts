import { DASHES } from "./TimeChart";

/** A colour and a sign of its own for each variant of a comparison, so that colour alone does not tell them apart. */

export interface VariantMark {
  /** A colour of the style sheet. */
  stroke: string;
  /** A path about the origin, some eight pixels wide. */
  path: string;
  dash: readonly number[] | undefined;
}

const PATHS = [
  "M-3.5,0A3.5,3.5 0 1 1 3.5,0A3.5,3.5 0 1 1 -3.5,0Z",
  "M-3.2,-3.2H3.2V3.2H-3.2Z",
  "M0,-4.4L4.2,3.2H-4.2Z",
  "M0,-4.6L4.6,0L0,4.6L-4.6,0Z",
  "M0,4.4L4.2,-3.2H-4.2Z",
  "M-1.4,-4.2H1.4V-1.4H4.2V1.4H1.4V4.2H-1.4V1.4H-4.2V-1.4H-1.4Z",
] as const;
const COLOURS = 6;

/** Of more variants than there are colours the signs and the colours meet anew. */
export function variantMark(place: number): VariantMark {
  const turn = Math.floor(place / COLOURS);
  return {
    stroke: `line-${(place % COLOURS) + 1}`,
    path: PATHS[(place + turn) % PATHS.length] ?? PATHS[0],
    dash: DASHES[(place + turn) % DASHES.length],
  };
}

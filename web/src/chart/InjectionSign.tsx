import { useId } from "preact/hooks";

import { patternOf, TILE } from "./patterns";

interface Props {
  pattern: number;
  /** True if the problem was not undone. */
  isLeft?: boolean;
  /** In pixels; as wide as the sign of a line if absent. */
  width?: number;
}

/** Piece of the band of an injection, beside a text that says which. */
export function InjectionSign({ pattern, isLeft = false, width = 22 }: Props) {
  const id = useId();
  const { path, width: thickness } = patternOf(pattern);
  const ink = isLeft ? "var(--failed)" : "var(--injection)";
  return (
    <svg class="injection-sign" width={width} height="12" aria-hidden="true">
      <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
        <path d={path} stroke={ink} stroke-width={thickness} stroke-linecap="round" fill="none" />
      </pattern>
      <rect
        x="0.75"
        y="0.75"
        width={width - 1.5}
        height="10.5"
        stroke={ink}
        stroke-width="1.5"
        fill={`url(#${id})`}
      />
    </svg>
  );
}

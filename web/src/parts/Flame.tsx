import type { Frame } from "../data/document";
import { usePage } from "../page/context";

const ROW_PX = 17;

interface Placed {
  frame: Frame;
  /** Left edge and width in per cent of the whole. */
  left: number;
  width: number;
  depth: number;
}

function placed(frames: readonly Frame[], left: number, perThread: number, depth: number): Placed[] {
  let edge = left;
  return frames.flatMap((frame) => {
    const width = perThread * frame.weight;
    const own = { frame, left: edge, width, depth };
    const calls = placed(frame.calls ?? [], edge, perThread, depth + 1);
    edge += width;
    return [own, ...calls];
  });
}

/** A flame graph, the roots at its top: each call is as wide as its part, below the call that made it. */
export function Flame({ caption, roots }: { caption: string; roots: readonly Frame[] }) {
  const { told } = usePage();
  const whole = Math.max(
    1,
    roots.reduce((sum, frame) => sum + frame.weight, 0),
  );
  const cells = placed(roots, 0, 100 / whole, 0);
  const deep = 1 + cells.reduce((most, { depth }) => Math.max(most, depth), 0);
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <svg class="flame" width="100%" height={deep * ROW_PX}>
        {cells.map(({ frame, left, width, depth }, place) => (
          <svg
            key={place}
            x={`${left.toFixed(3)}%`}
            y={depth * ROW_PX}
            width={`${width.toFixed(3)}%`}
            height={ROW_PX}
          >
            <title>{`${told(frame.name)}: ${frame.weight}`}</title>
            <rect width="100%" height={ROW_PX - 1} />
            <text x="3" y={ROW_PX - 5}>
              {told(frame.name)}
            </text>
          </svg>
        ))}
      </svg>
    </figure>
  );
}

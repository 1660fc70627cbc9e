import { useMemo } from "preact/hooks";

import { BreakPanel } from "../chart/BreakPanel";
import { breakPanels } from "../data/breaks";
import { StartSign } from "../chart/StartSign";
import { SIGNS } from "../chart/marks";
import { usePage } from "../page/context";
import { thresholdLines } from "../parts/thresholds";

/** Where the p99 breaks: one small chart for each variant, all on the same scales. */
export function Breaks() {
  const page = usePage();
  const { result, words } = page;
  const thresholds = useMemo(() => thresholdLines(page), [page]);
  const drawn = useMemo(() => breakPanels(result), [result]);
  if (!drawn) return null;
  const numbers = [...new Set(drawn.panels.flatMap((panel) => panel.starts.map((one) => one.start)))].sort(
    (a, b) => a - b,
  );
  return (
    <>
      <p class="note">{words("page-breaks-note")}</p>
      <p class="legend start-signs">
        {numbers.length > 1 &&
          numbers.map((start) => (
            <span class="legend-item" key={start}>
              <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
                <StartSign start={start} x={0} y={0} shade="recover" />
              </svg>
              {words("page-start-name", { start: String(start) })}
            </span>
          ))}
        {(["passed", "failed", "undecided"] as const).map((shade) => (
          <span key={shade} class={`state ${shade}`}>
            {SIGNS[shade]} {words(`page-state-${shade}`)}
          </span>
        ))}
      </p>
      <div class="panels">
        {drawn.panels.map((panel) => (
          <BreakPanel key={panel.variant ?? ""} panel={panel} scales={drawn} thresholds={thresholds} />
        ))}
      </div>
    </>
  );
}

import { useMemo } from "preact/hooks";

import { type DrawnSlot, SlotChart } from "../chart/SlotChart";
import { slotsInOrder } from "../data/comparison";
import type { ComparisonModel } from "../data/result";
import { usePage } from "../page/context";

const cpuOf = (slot: DrawnSlot): number | null => slot.cpu_ms_per_request;
/** In virtual time the generator uses nothing, which says nothing of a machine. */
const generatorOf = (slot: DrawnSlot): number | null => slot.generator_us_per_call || null;

/** Every slot in its place: what its variant used, and what the machine was like. */
export function Slots({ of }: { of: string }) {
  const { result } = usePage();
  const comparison = result.comparisons[Number(of)];
  return comparison ? <OfSlots comparison={comparison} /> : null;
}

function OfSlots({ comparison }: { comparison: ComparisonModel }) {
  const { words } = usePage();
  const slots = useMemo(() => slotsInOrder(comparison), [comparison]);
  if (slots.length === 0) return null;
  const shared = { slots, variants: comparison.variants };
  const isKnown = (valueOf: (slot: DrawnSlot) => number | null): boolean =>
    slots.some((slot) => valueOf(slot) !== null);
  return (
    <>
      {isKnown(cpuOf) && (
        <SlotChart title={words("page-slots-cpu")} unit={words("page-ms")} valueOf={cpuOf} {...shared} />
      )}
      {isKnown(generatorOf) ? (
        <SlotChart
          title={words("page-slots-generator")}
          unit={words("page-slots-generator-unit")}
          valueOf={generatorOf}
          {...shared}
        />
      ) : (
        <p class="note">{words("page-slots-no-generator")}</p>
      )}
      <p class="note">{words("page-slots-note")}</p>
    </>
  );
}

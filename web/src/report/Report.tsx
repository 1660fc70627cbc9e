import { useMemo, useState } from "preact/hooks";

import type { SectionBlock } from "../data/document";
import { cutDown, firstShown, isOfStart } from "../data/starts";
import { PageContext, usePage } from "../page/context";
import { type Starts, StartsContext } from "../page/starts";
import { Blocks } from "../parts/Blocks";
import { Section } from "../parts/Section";
import { StartBar } from "./StartBar";
import { Verdict } from "./Verdict";

/** The document from its verdict to its end; of several starts one at a time, on a time axis of its own. */
export function Report() {
  const whole = usePage();
  const all = whole.series.starts;
  const [chosen, choose] = useState(() => firstShown(whole.result, all));
  const starts = useMemo<Starts>(() => ({ all, chosen, choose, whole }), [all, whole, chosen]);
  const { report } = whole;
  if (all.length < 2 || report.starts.length === 0) {
    return (
      <>
        <Verdict />
        <Sections sections={report.sections} />
        <Sections sections={report.closing} />
      </>
    );
  }
  return (
    <StartsContext.Provider value={starts}>
      <Verdict />
      <Sections sections={report.sections} />
      <div class="one-start">
        <StartBar />
        <OneStart key={chosen} chosen={chosen} />
      </div>
      <Sections sections={report.closing} />
    </StartsContext.Provider>
  );
}

/** The sections of the start that is chosen. */
function OneStart({ chosen }: { chosen: number }) {
  const whole = usePage();
  const span = whole.series.starts[chosen];
  const one = useMemo(
    () => (span ? { ...whole, ...cutDown(whole, span), start: span } : whole),
    [whole, span],
  );
  const own = span && whole.report.starts.find((start) => isOfStart(start, span));
  return (
    <PageContext.Provider value={one}>
      <Sections sections={own?.sections ?? []} />
    </PageContext.Provider>
  );
}

function Sections({ sections }: { sections: readonly SectionBlock[] }) {
  const { told } = usePage();
  return (
    <>
      {sections.map(({ name, title, blocks, is_folded }, place) => {
        const id = name ?? `section-${place + 1}`;
        return (
          <Section key={id} id={id} title={told(title)} isFolded={is_folded ?? false}>
            <Blocks blocks={blocks} />
          </Section>
        );
      })}
    </>
  );
}

import { useMemo, useState } from "preact/hooks";

import { cutDown, firstShown } from "../data/starts";
import { PageContext, usePage } from "../page/context";
import { type Starts, StartsContext } from "../page/starts";
import { Answers } from "../sections/Answers";
import { Breaks } from "../sections/Breaks";
import { Comparison } from "../sections/Comparison";
import { Diagnoses } from "../sections/Diagnoses";
import { Findings } from "../sections/Findings";
import { Heat } from "../sections/Heat";
import { Load } from "../sections/Load";
import { Memory } from "../sections/Memory";
import { Method } from "../sections/Method";
import { OneStart } from "../sections/OneStart";
import { Operations } from "../sections/Operations";
import { Overhead } from "../sections/Overhead";
import { Ranking } from "../sections/Ranking";
import { Rates } from "../sections/Rates";
import { Repeat } from "../sections/Repeat";
import { Resources } from "../sections/Resources";
import { StartBar } from "../sections/StartBar";
import { Stages } from "../sections/Stages";
import { Trials } from "../sections/Trials";
import { Validity } from "../sections/Validity";
import { Verdict } from "../sections/Verdict";
import { WhatRan } from "../sections/WhatRan";
import { endOf } from "./endOf";

/** The report of a study of several starts: what they say together, then one of them over time. */
export function OfStarts() {
  const whole = usePage();
  const all = whole.series.starts;
  const [chosen, choose] = useState(() => firstShown(whole.result, all));
  const starts = useMemo<Starts>(() => ({ all, chosen, choose, whole }), [all, whole, chosen]);
  const span = all[chosen] ?? null;
  const one = useMemo(
    () => (span ? { ...whole, ...cutDown(whole, span), start: span } : whole),
    [whole, span],
  );
  const endS = useMemo(() => endOf(one), [one]);
  return (
    <StartsContext.Provider value={starts}>
      <Verdict />
      <Ranking />
      <Answers />
      <Diagnoses />
      <Comparison />
      <Overhead />
      <Breaks />
      <WhatRan />
      <Memory />
      <Validity />
      <Findings />
      <div class="one-start">
        <StartBar />
        <PageContext.Provider key={chosen} value={one}>
          <OneStart />
          <Load endS={endS} />
          <Rates />
          <Trials />
          <Stages />
          <Operations />
          <Heat endS={endS} />
          <Resources endS={endS} />
        </PageContext.Provider>
      </div>
      <Method />
      <Repeat />
    </StartsContext.Provider>
  );
}

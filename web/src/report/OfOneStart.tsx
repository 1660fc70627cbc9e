import { useMemo } from "preact/hooks";

import { usePage } from "../page/context";
import { Answers } from "../sections/Answers";
import { Comparison } from "../sections/Comparison";
import { Diagnoses } from "../sections/Diagnoses";
import { Findings } from "../sections/Findings";
import { Heat } from "../sections/Heat";
import { Load } from "../sections/Load";
import { Memory } from "../sections/Memory";
import { Method } from "../sections/Method";
import { Operations } from "../sections/Operations";
import { Overhead } from "../sections/Overhead";
import { Rates } from "../sections/Rates";
import { Repeat } from "../sections/Repeat";
import { Resources } from "../sections/Resources";
import { Stages } from "../sections/Stages";
import { Trials } from "../sections/Trials";
import { Validity } from "../sections/Validity";
import { Verdict } from "../sections/Verdict";
import { endOf } from "./endOf";

/** The report of one start of one variant: all of it on one time axis. */
export function OfOneStart() {
  const page = usePage();
  const endS = useMemo(() => endOf(page), [page]);
  return (
    <>
      <Verdict />
      <Answers />
      <Diagnoses />
      <Comparison />
      <Overhead />
      <Load endS={endS} />
      <Rates />
      <Trials />
      <Stages />
      <Operations />
      <Heat endS={endS} />
      <Resources endS={endS} />
      <Memory />
      <Validity />
      <Findings />
      <Method />
      <Repeat />
    </>
  );
}

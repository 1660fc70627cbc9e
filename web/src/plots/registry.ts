/** The plots that a document names: what a page draws beyond texts and tables. */
import type { FunctionComponent } from "preact";

import { ApdexMinutes } from "./ApdexMinutes";
import { Breaks } from "./Breaks";
import { Company } from "./Company";
import { Curves } from "./Curves";
import { Forest } from "./Forest";
import { ForestOfOperations } from "./ForestOfOperations";
import { Heat } from "./Heat";
import { Levels } from "./Levels";
import { Load } from "./Load";
import { Rates } from "./Rates";
import { Resources } from "./Resources";
import { ResponseCurve } from "./ResponseCurve";
import { Slots } from "./Slots";
import { Spread } from "./Spread";

type Plot = FunctionComponent<{ of: string }>;

const PLOTS: Readonly<Record<string, Plot>> = {
  load: Load,
  "apdex-minutes": ApdexMinutes,
  rates: Rates,
  "response-curve": ResponseCurve,
  heat: Heat,
  resources: Resources,
  breaks: Breaks,
  "rate-spread": Spread,
  forest: Forest,
  "forest-operations": ForestOfOperations,
  curves: Curves,
  slots: Slots,
  company: Company,
  levels: Levels,
};

/** The plot of a name; undefined for one of a later version. */
export function plotOf(name: string): Plot | undefined {
  return PLOTS[name];
}

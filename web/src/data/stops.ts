/** What stopped whom, as a table: a row for each variant, or each start of the only one, or each trial of the only start. */
import { variantsInOrder } from "./breaks";
import type { ErrorKindModel, FindingModel, ResultModel, StopCauseModel, StoppedByModel } from "./result";

type Kind = StopCauseModel["kind"];

/** Each has a doubt of its own, which says more. */
const DEATHS = ["died", "oom-killed"];

/** One cause in one row. */
export interface Stop {
  kind: Kind;
  /** In how many starts of the variant, or trials of the start, of how many. */
  count: number;
  all: number;
  /** Whether nothing stronger was found in any of them. */
  isStrongest: boolean;
}

export interface StopRow {
  variant: string | null;
  start: number;
  /** Null where the row is of a whole start or variant. */
  trial: number | null;
  /** By cause. */
  stops: ReadonlyMap<string, Stop>;
}

export interface StopTable {
  by: "variant" | "start" | "trial";
  /** What stopped most of them first stands first. */
  causes: string[];
  rows: StopRow[];
}

/** Something that was stopped or not, with its causes, the strongest first. */
interface Stopped {
  causes: readonly { cause: string; kind: Kind }[];
}

export function stopTable(result: ResultModel): StopTable {
  const stopped = startsThatRan(result);
  const causes = inOrder(stopped);
  const variants = variantsInOrder(result).filter((one) => stopped.some(({ variant }) => variant === one));
  if (variants.length > 1) {
    const rows = variants.map((variant) => {
      const own = stopped.filter((one) => one.variant === variant);
      return { variant, start: 0, trial: null, stops: stopsOf(own) };
    });
    return { by: "variant", causes, rows };
  }
  const [first] = stopped;
  if (stopped.length > 1 || !first) {
    const rows = stopped.map((one) => ({ ...of(one), trial: null, stops: stopsOf(trialsOf(one, result)) }));
    return { by: "start", causes, rows };
  }
  const rows = trialsOf(first, result).map((one) => ({
    ...of(first),
    trial: one.trial,
    stops: stopsOf([one]),
  }));
  return { by: "trial", causes, rows };
}

/** The strongest causes, each with the number of the starts that it stopped before any other, the most frequent first. */
export function firstCauses(
  result: ResultModel,
): { cause: string; kind: Kind; count: number; all: number }[] {
  const stopped = startsThatRan(result);
  const [only] = stopped;
  if (only && stopped.length === 1)
    return only.causes.map(({ cause, kind }) => ({ cause, kind, count: 1, all: 1 }));
  const firsts = stopped.map((one) => ({ causes: one.causes.slice(0, 1) }));
  const stops = stopsOf(firsts);
  return inOrder(firsts).flatMap((cause) => {
    const stop = stops.get(cause);
    return stop ? [{ cause, ...stop }] : [];
  });
}

/** The errors of each answer, the most frequent of each first; those of one trial once. */
export function mainErrors({ answers }: ResultModel): ErrorKindModel[] {
  const shown = new Set<number>();
  const byAnswer = answers.flatMap(({ error_kinds: errors = [] }) => {
    const trial = errors[0]?.trial;
    if (trial === undefined || shown.has(trial)) return [];
    shown.add(trial);
    return [errors];
  });
  const most = Math.max(0, ...byAnswer.map((errors) => errors.length));
  const places = Array.from({ length: most }, (_, place) => place);
  return places.flatMap((place) => byAnswer.flatMap((errors) => errors[place] ?? []));
}

/** The causes that trials show though they passed, in the order of their findings. */
export function causesBesidePassed({ findings, trials }: ResultModel): string[] {
  const passed = new Set(
    trials.filter(({ state, superseded }) => state === "passed" && !superseded).map(({ number }) => number),
  );
  const facts = findings.filter(
    ({ trial, kind, cause }) => passed.has(trial) && kind === "fact" && !DEATHS.includes(cause),
  );
  return [...new Set(facts.map(({ cause }) => cause))];
}

/** A start that was never loaded was stopped by nothing. */
function startsThatRan({ stopped_by, trials }: ResultModel): StoppedByModel[] {
  return stopped_by.filter(({ variant, start }) =>
    trials.some((trial) => trial.variant === variant && trial.start === start),
  );
}

function of({ variant, start }: StoppedByModel): Pick<StopRow, "variant" | "start"> {
  return { variant, start };
}

/** The trials of a start that show a cause, each with its own. */
function trialsOf({ causes }: StoppedByModel, { findings }: ResultModel): (Stopped & { trial: number })[] {
  const numbers = [...new Set(causes.flatMap((one) => one.trials))].sort((a, b) => a - b);
  const isSupposed = (cause: string, trial: number): boolean =>
    findings.some((one) => one.trial === trial && one.cause === cause && one.kind === "hypothesis");
  return numbers.map((trial) => ({
    trial,
    causes: causes
      .filter((one) => one.trials.includes(trial))
      .map(({ cause }) => ({ cause, kind: isSupposed(cause, trial) ? "hypothesis" : "fact" })),
  }));
}

function stopsOf(stopped: readonly Stopped[]): Map<string, Stop> {
  const stops = new Map<string, Stop>();
  for (const { causes } of stopped) {
    causes.forEach(({ cause, kind }, place) => {
      const known = stops.get(cause) ?? { kind, count: 0, all: stopped.length, isStrongest: false };
      stops.set(cause, {
        kind: kind === "hypothesis" ? kind : known.kind,
        count: known.count + 1,
        all: stopped.length,
        isStrongest: known.isStrongest || place === 0,
      });
    });
  }
  return stops;
}

/** The causes by how many they stopped first, then by how many they stopped at all. */
function inOrder(stopped: readonly Stopped[]): string[] {
  const count = (cause: string, most = Infinity): number =>
    stopped.filter((one) => one.causes.slice(0, most).some((other) => other.cause === cause)).length;
  const causes = [...new Set(stopped.flatMap((one) => one.causes.map(({ cause }) => cause)))];
  return causes.sort((a, b) => count(b, 1) - count(a, 1) || count(b) - count(a));
}

/** Findings that tell the same, but of other trials or with other figures; at the place of the first. */
export type Alike = [FindingModel, ...FindingModel[]];

/** Findings by the code of their text and what they name, the causes in the order of the table, facts before hypotheses. */
export function alikeFindings(findings: readonly FindingModel[], causes: readonly string[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const finding of findings) {
    const alike = found.get(keyOf(finding));
    if (alike) alike.push(finding);
    else found.set(keyOf(finding), [finding]);
  }
  const place = ([{ cause, kind }]: Alike): number => {
    const column = causes.indexOf(cause);
    return 2 * (column < 0 ? causes.length : column) + Number(kind === "hypothesis");
  };
  return [...found.values()].sort((a, b) => place(a) - place(b));
}

/** The figures of a text are not in its code; a text without one, of an older result, is known by its words. */
function keyOf({ kind, cause, text, messages, evidence }: FindingModel): string {
  const told = messages?.["text"]?.code ?? text.replace(/\d[\d.,]*(?:e[+-]\d+)?/g, "#");
  return JSON.stringify([kind, cause, told, evidence.map((item) => item.name)]);
}

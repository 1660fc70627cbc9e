/** Readings of the probes, put together into charts: by what they tell of, by unit, and machines apart from services. */
import uPlot from "uplot";

import type { ReadingSeries } from "./series";

export type Reading = Omit<ReadingSeries, "times"> & { at_s: readonly number[] };

export const GROUPS = [
  "machine",
  "strangers",
  "cpu",
  "memory",
  "disk",
  "network",
  "tasks",
  "descriptors",
  "switches",
  "generator",
  "database",
  "prometheus",
  "other",
] as const;
export type Group = (typeof GROUPS)[number];

export interface ReadingChart {
  group: Group;
  /** What it tells of, also within the generator. */
  kind: Group;
  unit: string;
  times: number[];
  lines: { label: string; values: (number | null | undefined)[] }[];
  /** How many of the first lines are parts of one whole, each to be drawn on those before it. */
  stacked: number;
}

const RULES: [RegExp, Group][] = [
  [/cpu|cost|steal|iowait|throttled/, "cpu"],
  [/^(pss|memory|swap|oom|other_memory|page_cache)/, "memory"],
  [/^disk|^(written|read)_/, "disk"],
  [/^network/, "network"],
  [/^(threads|processes)/, "tasks"],
  [/^descriptors/, "descriptors"],
  [/switches/, "switches"],
];
/** Figures of one thing that are read against one another, so that they share a chart. */
const FAMILIES: [RegExp, string][] = [
  [/^pool_(active|idle|pending)$/, "pool"],
  [/^threads_(busy|max|queued)$/, "threads"],
  [/^heap_/, "heap"],
  [/_refaults_per_s$/, "refaults"],
  [/^sessions_(total|active|idle|idle_in_transaction|limit)$/, "sessions"],
  [/^sessions_waiting_/, "waiting"],
  [/^(commits|rollbacks|statements)_per_s$/, "statements"],
];
/** Lines in one chart; more could not be told apart. */
const MOST_LINES = 6;

/** Who used the machine: the parts of a whole in the order in which they are put on each other, then what waited. */
const USERS = ["ours_cores", "kernel_cores", "foreign_cores", "stolen_cores", "waited_cores"];
const PARTS = 4;

export function groupOf(reading: Reading): Group {
  const isOwn = ["generator", "probes"].includes(reading.probe) || reading.name === "cost_cores";
  return isOwn ? "generator" : kindOf(reading);
}

function kindOf({ probe, name }: Reading): Group {
  if (name !== "cost_cores" && probe === "machine") return "machine";
  if (probe.startsWith("machine:")) return "strangers";
  if (probe.startsWith("prometheus")) return "prometheus";
  if (probe.startsWith("postgres:")) return "database";
  return RULES.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}

function familyOf(name: string): string {
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

/** Whether a reading is nothing but zeros, which needs no chart. */
export function isZero(reading: Reading): boolean {
  return reading.value.every((value) => value === 0);
}

/** The charts in the order of `GROUPS`; shares become per cent. */
export function readingCharts(
  readings: readonly Reading[],
  labelOf: (reading: Reading) => string,
): ReadingChart[] {
  const charts = new Map<string, Reading[]>();
  const machine = readings.find(({ probe }) => probe === "machine");
  for (const told of readings) {
    const reading = machine && kindOf(told) === "strangers" ? withRests(told, machine) : told;
    const kind = kindOf(reading);
    const isMachine = reading.probe === "host" || reading.probe.startsWith("node:");
    const apart = isMachine && ["cpu", "memory"].includes(kind) ? "host" : "";
    const metric = ["prometheus", "database", "other"].includes(kind) ? familyOf(reading.name) : "";
    const key = [groupOf(reading), kind, unitOf(reading), apart, metric].join("|");
    charts.set(key, [...(charts.get(key) ?? []), reading]);
  }
  for (const together of charts.values())
    together.sort((a, b) => USERS.indexOf(a.name) - USERS.indexOf(b.name));
  const parted = [...charts.values()].flatMap((together) =>
    Array.from({ length: Math.ceil(together.length / MOST_LINES) }, (_, part) =>
      together.slice(part * MOST_LINES, (part + 1) * MOST_LINES),
    ),
  );
  return parted
    .map((together) => joined(together, labelOf))
    .sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}

function unitOf({ name, unit }: Reading): string {
  return name.endsWith("_share") ? "%" : unit;
}

function joined(together: readonly Reading[], labelOf: (reading: Reading) => string): ReadingChart {
  const [first] = together;
  const [times = [], ...values] = uPlot.join(together.map((reading) => withGaps(reading)));
  return {
    group: first ? groupOf(first) : "other",
    kind: first ? kindOf(first) : "other",
    stacked:
      first?.probe === "machine" ? together.filter(({ name }) => USERS.indexOf(name) < PARTS).length : 0,
    unit: first ? unitOf(first) : "",
    times: Array.from(times),
    lines: together.map((reading, place) => ({
      label: labelOf(reading),
      values: Array.from(values[place] ?? []),
    })),
  };
}

/** A stranger is told only while it uses much: it used next to nothing whenever the machine was read without it. */
function withRests(stranger: Reading, machine: Reading): Reading {
  const used = new Map(stranger.at_s.map((at, index) => [at, stranger.value[index] ?? 0]));
  const at_s = [...new Set([...machine.at_s, ...stranger.at_s])].sort((a, b) => a - b);
  return { ...stranger, at_s, value: at_s.map((at) => used.get(at) ?? 0) };
}

/** A line must not run over a time that was not read: a null breaks it where readings are far apart. */
export function withGaps(reading: Reading): [number[], (number | null)[]] {
  const factor = unitOf(reading) === "%" && reading.unit !== "%" ? 100 : 1;
  const [times, [values = []]] = broken(reading.at_s, [reading.value.map((value) => value * factor)]);
  return [times, values];
}

/** The same with a null after each time that the next one is far from: three times as far as most are. */
export function broken<Value extends number | null | undefined>(
  times: readonly number[],
  lines: readonly (readonly Value[])[],
): [number[], (Value | null)[][]] {
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? Infinity;
  const isFar = (index: number): boolean => (steps[index] ?? 0) > 3 * usual;
  return [
    times.flatMap((at, index) => (isFar(index) ? [at, at + usual] : [at])),
    lines.map((values) => values.flatMap((value, index) => (isFar(index) ? [value, null] : [value]))),
  ];
}

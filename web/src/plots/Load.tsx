import { useMemo, useState } from "preact/hooks";

import { MARKED, SIGNS } from "../chart/marks";
import { DASHES, type Line, TimeChart } from "../chart/TimeChart";
import { flaggedAlarms } from "../data/alarms";
import { drawnInjections } from "../data/injections";
import { operationName } from "../data/operations";
import type { RunModel } from "../data/result";
import type { OperationSeries } from "../data/series";
import { type Shade, shadeOf } from "../data/verdict";
import { printable } from "../format/printable";
import { endOf } from "./endOf";
import { usePage } from "../page/context";
import { LogSwitch } from "../parts/LogSwitch";
import { thresholdLines } from "../parts/thresholds";
import { Failures } from "./Failures";

const MOST_OPERATIONS = 6;

/** Due and done rate, and percentiles below it, on one time axis. */
export function Load() {
  const page = usePage();
  const { result, series, words } = page;
  const endS = useMemo(() => endOf(page), [page]);
  const [logarithmic, setLogarithmic] = useState(true);
  const load = series.load;
  const rates = useMemo<Line[]>(
    () => [
      { label: words("page-chart-due"), values: load.due_per_s, stroke: "muted", dash: [5, 3] },
      { label: words("page-chart-done"), values: load.done_per_s, stroke: "accent", width: 1.5 },
      { label: words("page-chart-missing"), values: load.missing_per_s, stroke: "failed", dash: [2, 2] },
    ],
    [load, words],
  );
  const times = useMemo<Line[]>(
    () => [
      { label: "p50", values: load.p50_ms, stroke: "line-p50" },
      { label: "p95", values: load.p95_ms, stroke: "line-p95", dash: [6, 2] },
      { label: "p99", values: load.p99_ms, stroke: "line-p99", width: 1.5 },
    ],
    [load],
  );
  const flight = useMemo<Line[]>(
    () => [{ label: words("page-chart-in-flight"), values: load.in_flight, stroke: "accent" }],
    [load, words],
  );
  const users = useMemo<Line[]>(
    () => [{ label: words("page-chart-users"), values: load.users, stroke: "accent" }],
    [load, words],
  );
  const before = useMemo<Line[]>(() => beforeLines(series.operations, result.run), [series, result]);
  const operations = useMemo<Line[]>(
    () => slowest(ofKind(series.operations, result.run, false), result.run),
    [series, result],
  );
  const thresholds = useMemo(() => thresholdLines(page), [page]);
  const marked = Object.keys(MARKED).filter((kind) => result.run.events.some((event) => event.kind === kind));
  const shown = new Set(result.trials.map(shadeOf));
  const usual: Shade[] = ["passed", "failed", "undecided", "recover"];
  // Slots of a comparison have no SLO to pass or to fail.
  const shades = shown.has("held") ? usual.filter((shade) => shown.has(shade)) : usual;
  shades.push(...(["warm-up", "held"] as const).filter((shade) => shown.has(shade)));
  if (load.at_s.length === 0) {
    return <p>{words("page-chart-no-load")}</p>;
  }
  const axis = { times: load.at_s, endS };
  return (
    <>
      <TimeChart
        id="rate"
        title={words("page-chart-rate")}
        unit={words("page-requests-per-second")}
        {...axis}
        lines={rates}
        height={210}
        numbered
      />
      <TimeChart
        id="response-time"
        title={words("page-chart-response")}
        unit={words("page-ms")}
        {...axis}
        lines={times}
        height={230}
        logarithmic={logarithmic}
        thresholds={thresholds}
      >
        <LogSwitch on={logarithmic} onChange={setLogarithmic} />
      </TimeChart>
      <Failures endS={endS} />
      {load.in_flight.some((value) => value !== null) && (
        <TimeChart
          title={words("page-chart-in-flight")}
          unit={words("page-chart-calls")}
          {...axis}
          lines={flight}
          height={110}
        />
      )}
      {load.users.length > 0 && (
        <TimeChart title={words("page-chart-users")} unit="" {...axis} lines={users} height={110} />
      )}
      {before.length > 0 && (
        <TimeChart
          id="before"
          title={words("page-chart-before")}
          unit={words("page-requests-per-second")}
          {...axis}
          lines={before}
          height={130}
        />
      )}
      {operations.length > 1 && (
        <TimeChart
          title={words("page-chart-by-operation")}
          unit={words("page-ms")}
          {...axis}
          lines={operations}
          height={150}
          logarithmic={logarithmic}
        />
      )}
      {series.operations.length > MOST_OPERATIONS && (
        <p class="note">
          {words("page-chart-slowest-only", { shown: MOST_OPERATIONS, all: series.operations.length })}
        </p>
      )}
      {drawnInjections(result).length > 0 && <p class="note">{words("page-chart-injection-bands")}</p>}
      {flaggedAlarms(result).length > 0 && <p class="note">{words("page-chart-alarm-bands")}</p>}
      <p class="note">
        {words("page-label", { label: words("page-chart-legend-shades") })}
        {shades.map((shade) => (
          <span key={shade} class={`shade ${shade}`}>
            {SIGNS[shade]} {words(`page-state-${shade}`)}
          </span>
        ))}
        {marked.map((kind) => (
          <span key={kind} class="shade marked">
            <svg width="10" height="10" aria-hidden="true">
              <path d="M0,10 L5,2 L10,10 Z" fill={`var(--${MARKED[kind] ?? "muted"})`} />
            </svg>{" "}
            {words.named("page-marked-", kind)}
          </span>
        ))}
        {words("page-chart-keys")}
      </p>
    </>
  );
}

/** Operations, or only the calls that users make before their first flow. */
function ofKind(operations: readonly OperationSeries[], run: RunModel, before: boolean): OperationSeries[] {
  const kinds = new Map(run.profile.operations.map((one) => [one.name, one.kind]));
  return operations.filter((one) => (kinds.get(one.name) === "before") === before);
}

function beforeLines(operations: readonly OperationSeries[], run: RunModel): Line[] {
  return ofKind(operations, run, true)
    .slice(0, MOST_OPERATIONS)
    .map((operation, place) => ({
      label: printable(operationName(operation.name, run), 40),
      values: operation.due_per_s,
      stroke: `line-${place + 1}`,
      dash: DASHES[place],
    }));
}

function slowest(operations: readonly OperationSeries[], run: RunModel): Line[] {
  const peak = (operation: OperationSeries): number =>
    operation.p95_ms.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  return [...operations]
    .sort((a, b) => peak(b) - peak(a))
    .slice(0, MOST_OPERATIONS)
    .map((operation, place) => ({
      label: printable(operationName(operation.name, run), 40),
      values: operation.p95_ms,
      stroke: `line-${place + 1}`,
      dash: DASHES[place],
    }));
}

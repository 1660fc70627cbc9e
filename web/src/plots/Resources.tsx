import { useMemo } from "preact/hooks";

import { DASHES, type Line, TimeChart } from "../chart/TimeChart";
import { GROUPS, isZero, type Reading, type ReadingChart, readingCharts } from "../data/readings";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { endOf } from "./endOf";
import type { Words } from "../format/words";

/** What the probes read, on the time axis of the load. */
export function Resources() {
  const page = usePage();
  const { series, words } = page;
  const endS = useMemo(() => endOf(page), [page]);
  const live = useMemo(() => series.readings.filter((reading) => reading.value.length > 0), [series]);
  const charts = useMemo(
    () =>
      readingCharts(
        live.filter((reading) => !isZero(reading)),
        (reading) => label(reading, words),
      ),
    [live, words],
  );
  const zero = live.filter(isZero).map((reading) => label(reading, words));
  return (
    <>
      {live.length === 0 && <p>{words("page-resource-none")}</p>}
      {GROUPS.filter((group) => charts.some((chart) => chart.group === group)).map((group) => (
        <div key={group}>
          {charts
            .filter((chart) => chart.group === group)
            .map((chart, index) => (
              <ResourceChart key={index} chart={chart} endS={endS} />
            ))}
        </div>
      ))}
      {zero.length > 0 && (
        <p class="note">{words("page-resource-zero", { names: zero.join(words("list-clauses")) })}</p>
      )}
    </>
  );
}

function ResourceChart({ chart, endS }: { chart: ReadingChart; endS: number }) {
  const { words, report, told } = usePage();
  const { group, kind } = chart;
  const apart = group !== kind && kind !== "other";
  const title = words(`page-resource-${group}`) + (apart ? ` · ${words(`page-resource-${kind}`)}` : "");
  const lines = useMemo<Line[]>(
    () =>
      chart.lines.map((line, index) => ({
        ...line,
        stroke: `line-${index + 1}`,
        dash: DASHES[index],
        width: 1.25,
      })),
    [chart],
  );
  return (
    <TimeChart
      title={title}
      unit={printable(told(report.charts.units[chart.unit] ?? chart.unit), 20)}
      times={chart.times}
      endS={endS}
      lines={lines}
      stacked={chart.stacked}
      height={112}
    />
  );
}

/** Such as `api · cpu limit`: whose it is, then what, without the unit that the axis has. */
function label({ probe, name }: Reading, words: Words): string {
  const [kind = "", service] = probe.split(/:(.*)/);
  const known = (text: string): string => words.named("page-reading-", text) ?? text;
  const user = probe === "machine" ? words.named("page-machine-user-", name) : null;
  if (user !== null) return user;
  if (kind === "machine" && service !== undefined) return printable(service, 60);
  const whose = service ?? (["host", "machine"].includes(kind) ? words("page-resource-host") : known(kind));
  const plain = name
    .replace(/_(cores|mib|mib_per_s|per_s|share|ms)$/, "")
    .replace(/_mib$/, "")
    .replaceAll("_", " ");
  const worded = words.named("page-reading-", plain) ?? plain.split(" ").map(known).join(" ");
  const source = kind === "cgroup" ? words("page-in-brackets", { text: "cgroup" }) : "";
  return printable(`${whose} · ${kind === "prometheus" ? plain : worded}${source}`, 60);
}

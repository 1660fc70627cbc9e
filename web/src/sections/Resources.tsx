import { useMemo } from "preact/hooks";

import { DASHES, type Line, TimeChart } from "../chart/TimeChart";
import { GROUPS, isZero, type ReadingChart, readingCharts } from "../data/readings";
import type { ReadingSeries } from "../data/series";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { Section } from "../parts/Section";

/** What the probes read, on the time axis of the load. */
export function Resources({ endS }: { endS: number }) {
  const { series, words } = usePage();
  const live = useMemo(() => series.readings.filter((reading) => reading.value.length > 0), [series]);
  const charts = useMemo(
    () =>
      readingCharts(
        live.filter((reading) => !isZero(reading)),
        (reading) => label(reading, words.resources.host),
      ),
    [live, words],
  );
  const zero = live.filter(isZero).map((reading) => label(reading, words.resources.host));
  return (
    <Section id="resources" title={words.sections.resources}>
      {live.length === 0 && <p>{words.resources.none}</p>}
      {GROUPS.filter((group) => charts.some((chart) => chart.group === group)).map((group) => (
        <div key={group}>
          {charts
            .filter((chart) => chart.group === group)
            .map((chart, index) => (
              <ResourceChart key={index} chart={chart} endS={endS} title={words.resources[group]} />
            ))}
        </div>
      ))}
      {zero.length > 0 && <p class="note">{words.resources.zero(zero.join("; "))}</p>}
    </Section>
  );
}

function ResourceChart({ chart, endS, title }: { chart: ReadingChart; endS: number; title: string }) {
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
      unit={printable(chart.unit, 20)}
      times={chart.times}
      endS={endS}
      lines={lines}
      height={112}
    />
  );
}

/** Such as `api · cpu limit`: whose it is, then what, without the unit that the axis has. */
function label({ probe, name }: ReadingSeries, host: string): string {
  const [kind = "", service] = probe.split(/:(.*)/);
  const whose = service ?? (kind === "host" ? host : kind);
  const what = name
    .replace(/_(cores|mib|mib_per_s|per_s|share|ms)$/, "")
    .replace(/_mib$/, "")
    .replaceAll("_", " ");
  const source = kind === "cgroup" ? " (cgroup)" : "";
  return printable(`${whose} · ${what}${source}`, 60);
}

import { HeatChart } from "../chart/HeatChart";
import { usePage } from "../page/context";
import { Section } from "../parts/Section";

export function Heat({ endS }: { endS: number }) {
  const { series, words } = usePage();
  const empty = !series.heat.counts.some((column) => column.some((count) => count > 0));
  return (
    <Section id="heat" title={words.sections.heat}>
      {empty ? <p>{words.charts.noLoad}</p> : <HeatChart heat={series.heat} endS={endS} />}
      {!empty && <p class="note">{words.charts.heatNote}</p>}
    </Section>
  );
}

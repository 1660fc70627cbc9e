import { HeatChart } from "../chart/HeatChart";
import { usePage } from "../page/context";
import { Section } from "../parts/Section";

export function Heat({ endS }: { endS: number }) {
  const { series, words } = usePage();
  const empty = !series.heat.counts.some((column) => column.some((count) => count > 0));
  return (
    <Section id="heat" title={words("page-section-heat")}>
      {empty ? <p>{words("page-chart-no-load")}</p> : <HeatChart heat={series.heat} endS={endS} />}
      {!empty && <p class="note">{words("page-chart-heat-note")}</p>}
    </Section>
  );
}

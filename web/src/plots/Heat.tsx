import { useMemo } from "preact/hooks";

import { HeatChart } from "../chart/HeatChart";
import { usePage } from "../page/context";
import { endOf } from "./endOf";

/** Response times over time, as a map of calls. */
export function Heat() {
  const page = usePage();
  const { series, words } = page;
  const endS = useMemo(() => endOf(page), [page]);
  const empty = !series.heat.counts.some((column) => column.some((count) => count > 0));
  return (
    <>
      {empty ? <p>{words("page-chart-no-load")}</p> : <HeatChart heat={series.heat} endS={endS} />}
      {!empty && <p class="note">{words("page-chart-heat-note")}</p>}
    </>
  );
}

import { useMemo, useState } from "preact/hooks";

import { CurveChart, type QuantileLine } from "../chart/CurveChart";
import { variantMark } from "../chart/variantMarks";
import { byImportance, curveOf } from "../data/comparison";
import type { ComparisonModel } from "../data/result";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { Choice } from "../parts/Choice";
import { LogSwitch } from "../parts/LogSwitch";

/** The response time of two variants by quantile; at first of those that differ most. */
export function Curves({ of }: { of: string }) {
  const { result } = usePage();
  const comparison = result.comparisons[Number(of)];
  return comparison ? <OfCurves comparison={comparison} /> : null;
}

function OfCurves({ comparison }: { comparison: ComparisonModel }) {
  const { words } = usePage();
  const { variants } = comparison;
  const drawn = useMemo(
    () =>
      variants.flatMap((name, place) =>
        curveOf(comparison, name).middle.some((value) => value !== null) ? [place] : [],
      ),
    [comparison, variants],
  );
  const [first] = byImportance(comparison);
  const wanted = [first?.a, first?.b].map((name) => drawn.indexOf(variants.indexOf(name ?? "")));
  const [a, chooseA] = useState(Math.max(0, wanted[0] ?? 0));
  const [b, chooseB] = useState(wanted[1] !== undefined && wanted[1] >= 0 ? wanted[1] : 1);
  const [logarithmic, setLogarithmic] = useState(true);
  const lines = useMemo(
    () => [drawn[a] ?? 0, drawn[b] ?? drawn[a] ?? 0].map((place) => lineOf(comparison, place)),
    [comparison, drawn, a, b],
  );
  if (drawn.length < 2) return null;
  const title = words("page-curves");
  const names = drawn.map((place) => variantName(variants[place] ?? null));
  return (
    <>
      <CurveChart
        title={title}
        summary={words("page-curves-summary", { title, a: lines[0]?.label ?? "", b: lines[1]?.label ?? "" })}
        quantiles={comparison.curve_quantiles}
        lines={lines}
        logarithmic={logarithmic}
      >
        {drawn.length > 2 && (
          <>
            <Choice label={words("page-column-variant")} options={names} chosen={b} onChoose={chooseB} />
            <Choice label={words("page-column-against")} options={names} chosen={a} onChoose={chooseA} />
          </>
        )}
        <LogSwitch on={logarithmic} onChange={setLogarithmic} />
      </CurveChart>
      <p class="note">{words("page-curves-note")}</p>
    </>
  );
}

/** The middle of the rounds as a line, all of them as a band. */
function lineOf(comparison: ComparisonModel, place: number): QuantileLine {
  const variant = comparison.variants[place] ?? "";
  const { low, middle, high } = curveOf(comparison, variant);
  const { stroke, dash } = variantMark(place);
  return { label: variantName(variant), stroke, dash, middle, band: { low, high } };
}

import { useMemo, useState } from "preact/hooks";

import { CurveChart } from "../chart/CurveChart";
import { byImportance, curveOf } from "../data/comparison";
import type { ComparisonModel } from "../data/result";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { Choice } from "../parts/Choice";
import { LogSwitch } from "../parts/LogSwitch";

/** The response time of two variants by quantile; at first of those that differ most. */
export function ComparisonCurves({ comparison }: { comparison: ComparisonModel }) {
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
  const shown = useMemo((): [number, number] => [drawn[a] ?? 0, drawn[b] ?? drawn[a] ?? 0], [drawn, a, b]);
  if (drawn.length < 2) return null;
  const names = drawn.map((place) => variantName(variants[place] ?? null));
  return (
    <>
      <CurveChart comparison={comparison} shown={shown} logarithmic={logarithmic}>
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

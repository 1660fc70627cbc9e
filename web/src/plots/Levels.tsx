import { ForestPlot } from "../chart/ForestPlot";
import type { ForestRow } from "../chart/forestScale";
import { isOfShares } from "../data/comparison";
import type { LevelFigureModel } from "../data/result";
import { amount, intervalText, metricName } from "../format/effects";
import { printable } from "../format/printable";
import type { Words } from "../format/words";
import { usePage } from "../page/context";

/** By what is said of the bound: the signs of a comparison mean the same to who has to do something. */
const KINDS = { shown: "equivalent", refuted: "different", "not shown": "cannot tell" } as const;

/** What a feature costs at each level and rate, against its bounds: ratios, and shares in points. */
export function Levels({ of }: { of: string }) {
  const { result, words } = usePage();
  const figures = result.overheads[Number(of)]?.levels ?? [];
  return (
    <>
      <LevelsPlot
        figures={figures.filter((figure) => !isOfShares(figure.metric))}
        unit={words("page-overhead-percent")}
        ofRatios
      />
      <LevelsPlot
        figures={figures.filter((figure) => isOfShares(figure.metric))}
        unit={words("page-forest-points")}
        ofRatios={false}
      />
    </>
  );
}

interface PlotProps {
  figures: readonly LevelFigureModel[];
  unit: string;
  ofRatios: boolean;
}

function LevelsPlot({ figures, unit, ofRatios }: PlotProps) {
  const { words } = usePage();
  if (figures.length === 0) return null;
  const rows = figures.map((figure) => forestRow(figure, words));
  const byKey = new Map(rows.map(({ key }, place) => [key, figures[place]]));
  return (
    <ForestPlot
      title={words("page-overhead-forest")}
      unit={unit}
      interval={words("page-forest-interval")}
      rows={rows}
      ofRatios={ofRatios}
      told={({ key }) => {
        const figure = byKey.get(key);
        return (
          figure && (
            <>
              <b>{amount(effectOf(figure), figure.metric, words)}</b> {claimText(figure, words)}
              <small>{belowText(figure, words)}</small>
            </>
          )
        );
      }}
    />
  );
}

function forestRow(figure: LevelFigureModel, words: Words): ForestRow {
  const name = metricName(figure.metric, words);
  const detail = words("page-overhead-cell", {
    level: printable(figure.level, 60),
    rate: words.figures.rate(figure.rate),
  });
  return {
    key: `${figure.metric} ${figure.level} ${figure.rate}`,
    name,
    detail,
    effect: effectOf(figure),
    low: figure.low,
    high: figure.high,
    margin: figure.bound,
    kind: KINDS[figure.verdict],
    said: words("page-forest-plotted", {
      name: name + words("list-commas") + detail,
      effect: amount(effectOf(figure), figure.metric, words),
      interval: intervalText(figure, words),
      decision: claimText(figure, words),
    }),
  };
}

function effectOf({ metric, points, effect_percent }: LevelFigureModel): number | null {
  return isOfShares(metric) ? points : effect_percent;
}

/** Its interval and, where it is known, what decides: the bound that it surely lies below. */
function belowText(figure: LevelFigureModel, words: Words): string {
  const { metric, upper, bound } = figure;
  const interval = intervalText(figure, words);
  if (upper === null) return interval;
  return words("page-overhead-below", {
    interval,
    upper: amount(upper, metric, words),
    bound: amount(bound, metric, words).replace("+", ""),
  });
}

function claimText({ verdict }: LevelFigureModel, words: Words): string {
  return words.named("page-claim-", verdict) ?? verdict;
}

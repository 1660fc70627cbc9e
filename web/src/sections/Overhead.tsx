import { ForestPlot } from "../chart/ForestPlot";
import type { ForestRow } from "../chart/forestScale";
import { isOfShares } from "../data/comparison";
import type { LevelEvidenceModel, LevelFigureModel, OverheadModel, SwitchModel } from "../data/result";
import { amount, intervalText, metricName } from "../format/effects";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import type { Words } from "../format/words";
import { usePage } from "../page/context";
import { textCell } from "../parts/cells";
import { Section } from "../parts/Section";
import { SortableTable } from "../parts/SortableTable";
import { Told } from "../parts/Told";
import { OverheadContrasts } from "./OverheadContrasts";
import { OverheadLimits } from "./OverheadLimits";

/** By what is said of the bound: the signs of a comparison mean the same to who has to do something. */
const KINDS = { shown: "equivalent", refuted: "different", "not shown": "cannot tell" } as const;

/** Letters of a line that a step wrote, as a run keeps it. */
const LONGEST_LINE = 200;

/** What a feature costs at each level and rate, against its bounds, and what it costs to switch it. */
export function Overhead() {
  const { result, words } = usePage();
  if (result.overheads.length === 0) return null;
  return (
    <Section id="overhead" title={words("page-section-overhead")}>
      {result.overheads.map((overhead) => (
        <OfVariant key={overhead.variant} overhead={overhead} />
      ))}
    </Section>
  );
}

function OfVariant({ overhead }: { overhead: OverheadModel }) {
  const { result, words } = usePage();
  const ratios = overhead.levels.filter((figure) => !isOfShares(figure.metric));
  const shares = overhead.levels.filter((figure) => isOfShares(figure.metric));
  return (
    <>
      {result.overheads.length > 1 && <h3 class="of-variant">{printable(overhead.variant, 60)}</h3>}
      {[overhead.sentence, overhead.ended].filter(Boolean).map((text) => (
        <p key={text} class="told-below">
          <Told text={text} />
        </p>
      ))}
      <Levels figures={ratios} unit={words("page-overhead-percent")} ofRatios />
      <Levels figures={shares} unit={words("page-forest-points")} ofRatios={false} />
      <p class="note">{words("page-overhead-note")}</p>
      <OverheadLimits figures={overhead.levels} />
      <OverheadContrasts contrasts={overhead.contrasts} />
      <LostLevels overhead={overhead} />
      <Evidence evidence={overhead.evidence} />
      <Switches switches={overhead.switches} />
    </>
  );
}

interface LevelsProps {
  figures: readonly LevelFigureModel[];
  unit: string;
  ofRatios: boolean;
}

function Levels({ figures, unit, ofRatios }: LevelsProps) {
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

/** Levels that were not reached in some starts, and why in the last of them. */
function LostLevels({ overhead }: { overhead: OverheadModel }) {
  const { words } = usePage();
  const reasons = new Map<string, string[]>();
  for (const { level, reason } of overhead.starts.flatMap(({ lost }) => lost)) {
    reasons.set(level, [...(reasons.get(level) ?? []), reason]);
  }
  if (reasons.size === 0) return null;
  return (
    <ul>
      {[...reasons].map(([level, own]) => (
        <li key={level}>
          {words("page-overhead-level-lost", {
            level: printable(level, 60),
            starts: own.length,
            why: printable(own[own.length - 1] ?? "", 300),
          })}
        </li>
      ))}
    </ul>
  );
}

function Evidence({ evidence }: { evidence: readonly LevelEvidenceModel[] }) {
  const { words } = usePage();
  if (evidence.length === 0) return null;
  const title = words("page-section-level-evidence");
  return (
    <>
      <h3>{title}</h3>
      <SortableTable
        caption={title}
        columns={[
          { title: words("page-column-level") },
          { title: words("page-column-reached"), wraps: true },
          { title: words("page-column-left"), wraps: true },
        ]}
        rows={evidence.map(({ level, reached, left }) => ({
          cells: [
            textCell(level),
            textCell(reached || NOTHING, LONGEST_LINE),
            textCell(left || NOTHING, LONGEST_LINE),
          ],
        }))}
      />
    </>
  );
}

function Switches({ switches }: { switches: readonly SwitchModel[] }) {
  const { words, figures } = usePage();
  if (switches.length === 0) return null;
  const title = words("page-section-switches");
  const shown = (value: number | null) => ({
    shown: value === null ? NOTHING : figures.rate(value),
    by: value,
  });
  return (
    <>
      <h3>{title}</h3>
      <SortableTable
        caption={title}
        columns={[
          { title: words("page-column-switched-to") },
          { title: words("page-column-rate"), figures: true },
          { title: words("page-column-switch-took"), figures: true },
          { title: words("page-column-switch-cpu"), figures: true, wraps: true },
          { title: words("page-column-switches"), figures: true },
        ]}
        rows={switches.map((one) => ({
          cells: [
            textCell(one.level),
            { shown: figures.rate(one.rate), by: one.rate },
            shown(one.took_s),
            shown(one.cpu_ms),
            { shown: figures.count(one.switches), by: one.switches },
          ],
        }))}
      />
      <p class="note">{words("page-switches-note")}</p>
    </>
  );
}

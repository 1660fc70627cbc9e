import { boundSign, isBanded, memoryKinds, rankText } from "../data/ranks";
import type { RankedVariantModel, RankingModel, SpreadModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { textCell } from "../parts/cells";
import { type Cell, type Row, SortableTable } from "../parts/SortableTable";
import { Told } from "../parts/Told";

/** The place of the first column that is of the service's resources. */
const FIRST_OF_RESOURCES = 6;

/** A row for each variant, in the order of their ranks; those that share one have the same ground. */
export function RankingTable({ ranking }: { ranking: RankingModel }) {
  const { words, figures } = usePage();
  const kinds = memoryKinds(ranking);
  const memory = kinds.length === 1 ? words(`page-ranking-memory-${kinds[0] ?? "unknown"}`) : "";
  const inUnit = (unit: "page-ms" | "page-mib"): string => words("page-in-unit", { unit: words(unit) });
  const columns = [
    { title: words("page-column-rank") },
    { title: words("page-column-variant") },
    { title: words("page-column-carried"), figures: true },
    { title: `p95${inUnit("page-ms")}`, figures: true },
    { title: `p99${inUnit("page-ms")}`, figures: true },
    { title: words("page-column-error-percent"), figures: true },
    { title: words("page-column-cpu-percent"), figures: true },
    {
      title: memory
        ? words("page-column-memory") + words("page-aside", { text: memory }) + inUnit("page-mib")
        : words("page-column-memory") + inUnit("page-mib"),
      figures: true,
    },
    { title: words("page-column-cpu-per-request"), figures: true },
    { title: words("page-column-rate-per-memory"), figures: true },
    { title: words("page-column-working"), figures: true },
  ];
  const value = (one: number | null): string => figures.value(one);
  const range = ({ least, most }: SpreadModel): string => between(least, most, value);
  const memoryOf = (variant: RankedVariantModel): Cell => {
    const cell = spreadCell(variant.memory_mib, value, range(variant.memory_mib));
    if (kinds.length < 2 || variant.memory_mib.value === null) return cell;
    return {
      ...cell,
      shown: (
        <>
          {cell.shown} <small class="interval">{words(`page-ranking-memory-${variant.memory_kind}`)}</small>
        </>
      ),
    };
  };
  const rows = ranking.variants.map((variant): Row => {
    const rate = (one: number | null): string => figures.rate(one);
    return {
      cells: [
        { shown: <b>{rankText(variant.rank, ranking) ?? NOTHING}</b>, by: variant.rank },
        textCell(variant.variant),
        spreadCell(
          variant.rate,
          (one) => (one === null ? NOTHING : boundSign(variant.bound) + rate(one)),
          between(variant.rate.low, variant.rate.high, rate),
        ),
        spreadCell(variant.p95_ms, value, range(variant.p95_ms)),
        spreadCell(variant.p99_ms, value, range(variant.p99_ms)),
        spreadCell(variant.error_percent, (one) => figures.percent(one)),
        spreadCell(variant.cpu_percent, (one) => figures.percent(one)),
        memoryOf(variant),
        spreadCell(variant.cpu_ms_per_request, (one) => (one === null ? NOTHING : figures.rate(one))),
        spreadCell(variant.requests_per_s_per_mib, value),
        {
          shown: variant.working_rate === null ? NOTHING : rate(variant.working_rate),
          by: variant.working_rate,
        },
      ],
      detail: variant.unranked && <Told text={variant.unranked} />,
      banded: isBanded(variant, ranking),
    };
  });
  // Where no probe read CPU or memory, as of a simulated service, their columns would say nothing.
  const isKnown = (place: number): boolean =>
    place < FIRST_OF_RESOURCES || rows.some((row) => row.cells[place]?.by !== null);
  return (
    <SortableTable
      caption={words("page-section-ranking")}
      columns={columns.filter((_, place) => isKnown(place))}
      rows={rows.map((row) => ({ ...row, cells: row.cells.filter((_, place) => isKnown(place)) }))}
    />
  );
}

/** A figure over starts, the interval or the range of it below. */
function spreadCell(spread: SpreadModel, write: (value: number | null) => string, bounds = ""): Cell {
  const shown = write(spread.value);
  return {
    shown: bounds ? (
      <>
        {shown} <small class="bounds">{bounds}</small>
      </>
    ) : (
      shown
    ),
    by: spread.value,
  };
}

function between(low: number | null, high: number | null, write: (value: number | null) => string): string {
  return low === null || high === null || low === high ? "" : `${write(low)} – ${write(high)}`;
}

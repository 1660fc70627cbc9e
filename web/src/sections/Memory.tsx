import type { MemoryNeedModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { textCell } from "../parts/cells";
import { Section } from "../parts/Section";
import { type Cell, type Row, SortableTable } from "../parts/SortableTable";
import { Told } from "../parts/Told";

/** How much memory each service needs, by the parts that it is made of. */
export function Memory() {
  const { result, words, figures } = usePage();
  const needs = result.memory.filter((need) => need.is_told);
  if (needs.length === 0) return null;
  const several = new Set(needs.map(({ variant }) => variant)).size > 1;
  const inMib = (title: string) => ({
    title: title + words("page-in-unit", { unit: words("page-mib") }),
    figures: true,
    wraps: true,
  });
  const columns = [
    ...(several ? [{ title: words("page-column-variant") }] : []),
    { title: words("page-column-service") },
    inMib(words("page-column-memory-needed")),
    inMib(words("page-column-heap-after")),
    inMib(words("page-column-head-room")),
    inMib(words("page-column-other-memory")),
    inMib(words("page-column-heap-committed")),
    inMib(words("page-column-page-cache")),
    { title: words("page-column-refaults"), figures: true, wraps: true },
    { title: words("page-column-memory-pressure"), figures: true, wraps: true },
  ];
  const size = (mib: number | null): Cell => ({ shown: figures.value(mib), by: mib });
  const pressure = ({ pressure_percent: percent, pressure_of: whose }: MemoryNeedModel): Cell => ({
    shown:
      percent === null || whose === null
        ? NOTHING
        : words(`page-memory-pressure-${whose}`, { share: figures.percent(percent) }),
    by: percent,
  });
  const row = (need: MemoryNeedModel): Row => ({
    cells: [
      ...(several ? [textCell(need.variant === null ? NOTHING : variantName(need.variant))] : []),
      textCell(need.service),
      size(need.needed_mib),
      size(need.heap_after_collection_mib),
      size(need.head_room_mib),
      size(need.other_mib),
      size(need.heap_committed_mib),
      size(need.page_cache_mib),
      { shown: figures.rate(need.file_refaults_per_s), by: need.file_refaults_per_s },
      pressure(need),
    ],
    detail: <Need need={need} />,
  });
  return (
    <Section id="memory" title={words("page-section-memory")}>
      <SortableTable caption={words("page-section-memory")} columns={columns} rows={needs.map(row)} />
      <p class="note">{words("page-memory-note")}</p>
    </Section>
  );
}

/** What the parts say together, what is no part of the need, and what is not known. */
function Need({ need }: { need: MemoryNeedModel }) {
  const { words, told } = usePage();
  return (
    <>
      <Told text={need.text} /> {need.beside && <Told text={need.beside} />}
      {need.lacking && (
        <p>{words("page-memory-lacks", { service: printable(need.service, 60), why: told(need.lacking) })}</p>
      )}
    </>
  );
}

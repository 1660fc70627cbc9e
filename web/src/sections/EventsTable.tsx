import type { EventModel } from "../data/result";
import { startOfEvent } from "../data/starts";
import { NOTHING } from "../format/figures";
import { usePage } from "../page/context";
import { useStarts } from "../page/starts";
import { textCell } from "../parts/cells";
import { SortableTable } from "../parts/SortableTable";
import { Told } from "../parts/Told";

interface Props {
  events: readonly EventModel[];
  /** Names the start that each belongs to. */
  byStart?: boolean;
}

/** What happened, in order of time. */
export function EventsTable({ events, byStart = false }: Props) {
  const { result, words, figures } = usePage();
  const starts = useStarts();
  const columns = [
    { title: words("page-column-time"), figures: true },
    ...(byStart
      ? [{ title: words("page-column-variant") }, { title: words("page-column-start"), figures: true }]
      : []),
    { title: words("page-column-trial"), figures: true },
    { title: words("page-column-service") },
    { title: words("page-column-event"), wraps: true },
  ];
  const rows = events.map((event) => {
    const span = byStart && starts ? startOfEvent(event, result.trials, starts.all) : undefined;
    const ofStart = [
      textCell(span?.variant ?? NOTHING),
      { shown: span?.start ?? NOTHING, by: span?.start ?? null },
    ];
    return {
      cells: [
        { shown: figures.clock(event.at_s), by: event.at_s },
        ...(byStart ? ofStart : []),
        { shown: event.trial ?? NOTHING, by: event.trial },
        textCell(event.service ?? NOTHING),
        { shown: <Told text={event.text} />, by: event.text },
      ],
    };
  });
  return <SortableTable caption={words("page-about-events")} columns={columns} rows={rows} />;
}

import { usePage } from "../page/context";
import { startName, useStarts } from "../page/starts";
import { isOfStart } from "../data/starts";

/** The number of a start, which shows it in detail where there are series of it. */
export function ShowStart({ variant, start }: { variant: string | null; start: number }) {
  const { words } = usePage();
  const starts = useStarts();
  const place = starts?.all.findIndex((span) => isOfStart(span, { variant, start })) ?? -1;
  if (!starts || place < 0) return start;
  return (
    <button
      type="button"
      class="link"
      aria-label={words("page-show-start", { name: startName({ variant, start }, words) })}
      onClick={() => {
        starts.choose(place);
        document.getElementById("one-start")?.scrollIntoView();
      }}
    >
      {start}
    </button>
  );
}

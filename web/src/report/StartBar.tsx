import { variantsInOrder } from "../data/breaks";
import { usePage } from "../page/context";
import { useStarts, variantName } from "../page/starts";
import { Choice } from "../parts/Choice";

/** The choice of the start that the sections below show; it stays in sight beside them. */
export function StartBar() {
  const { result, words } = usePage();
  const starts = useStarts();
  const span = starts?.all[starts.chosen];
  if (!starts || !span) return null;
  const run = new Set(starts.all.map((one) => one.variant));
  const variants = variantsInOrder(result).filter((variant) => run.has(variant));
  const own = starts.all
    .map((one, place) => ({ ...one, place }))
    .filter((one) => one.variant === span.variant)
    .sort((a, b) => a.start - b.start);
  const chooseVariant = (place: number): void => {
    const variant = variants[place] ?? null;
    const same = starts.all.findIndex((one) => one.variant === variant && one.start === span.start);
    starts.choose(same >= 0 ? same : starts.all.findIndex((one) => one.variant === variant));
  };
  return (
    <div class="start-bar" id="one-start" role="group" aria-label={words("page-one-start")}>
      <b>{words("page-one-start")}</b>
      {variants.length > 1 && (
        <Choice
          label={words("page-choose-variant")}
          options={variants.map(variantName)}
          chosen={variants.indexOf(span.variant)}
          onChoose={chooseVariant}
        />
      )}
      {own.length > 1 && (
        <Choice
          label={words("page-choose-start")}
          options={own.map((one) => String(one.start))}
          chosen={own.findIndex((one) => one.start === span.start)}
          onChoose={(place) => {
            starts.choose(own[place]?.place ?? starts.chosen);
          }}
        />
      )}
    </div>
  );
}

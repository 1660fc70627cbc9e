import type { StopCauseModel } from "../data/result";
import { printable } from "../format/printable";
import { usePage } from "../page/context";

/** Filled: measured; hollow: supposed. */
export const KINDS = { fact: "■", hypothesis: "□" } as const;

/** Whether a cause was measured or is supposed, as a mark; a reader who does not see it hears it. */
export function KindMark({ kind }: { kind: StopCauseModel["kind"] }) {
  const { words } = usePage();
  const told = words(`page-findings-${kind}`);
  return (
    <span class={`kind ${kind}`} title={told}>
      <span aria-hidden="true">{KINDS[kind]}</span>
      <span class="visually-hidden">{told}</span>
    </span>
  );
}

/** The short name of a cause in the language of the page. */
export function useCauseName(): (cause: string) => string {
  const { words } = usePage();
  return (cause) => words.named("cause-", cause) ?? printable(cause, 40);
}

import { usePage } from "../page/context";

/** Filled: measured; hollow: supposed. */
const KINDS = { fact: "■", hypothesis: "□" } as const;

export type Kind = keyof typeof KINDS;

export function isKind(code: string): code is Kind {
  return code in KINDS;
}

/** Whether a cause was measured or is supposed, as a mark; a reader who does not see it hears it. */
export function KindMark({ kind }: { kind: Kind }) {
  const { words } = usePage();
  const told = words(`page-findings-${kind}`);
  return (
    <span class={`kind ${kind}`} title={told}>
      <span aria-hidden="true">{KINDS[kind]}</span>
      <span class="visually-hidden">{told}</span>
    </span>
  );
}

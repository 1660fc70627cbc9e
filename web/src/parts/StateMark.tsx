import { SIGNS } from "../chart/marks";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import type { Shade } from "../data/verdict";

interface Props {
  state: string;
  tone: Shade;
}

/** A state by its sign, its word and its colour, so that colour alone never carries it. */
export function StateMark({ state, tone }: Props) {
  const { words } = usePage();
  return (
    <span class={`state ${tone}`}>
      <span aria-hidden="true">{SIGNS[tone]}</span>{" "}
      {words.named("page-state-", state) ?? printable(state, 40)}
    </span>
  );
}

import { SIGNS } from "../chart/marks";

interface Props {
  tone: string;
  /** The state, as programs read it. */
  code: string;
  text: string;
}

/** A state by its sign, its text and its colour, so that colour alone never carries it. */
export function StateText({ tone, code, text }: Props) {
  const shade = tone === "not_judged" ? (code === "held" ? "held" : "recover") : tone;
  const sign = shade in SIGNS ? SIGNS[shade as keyof typeof SIGNS] : "";
  return (
    <span class={`state ${shade}`}>
      {sign && <span aria-hidden="true">{sign}</span>} <bdi>{text}</bdi>
    </span>
  );
}

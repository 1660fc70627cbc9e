import { printable } from "../format/printable";

/** A text that the run wrote, in English whatever the language of the page. */
export function Original({ text }: { text: string }) {
  return (
    <span lang="en" dir="auto">
      {printable(text, 2000)}
    </span>
  );
}

import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { CopyButton } from "../parts/CopyButton";
import { Section } from "../parts/Section";

/** The command that repeats the run. */
export function Repeat() {
  const { result, words } = usePage();
  const command = printable(result.run.repeat, 4000);
  return (
    <Section id="repeat" title={words("page-section-repeat")}>
      <div class="command">
        <pre id="repeat-command">{command}</pre>
        <CopyButton text={command} shownIn="repeat-command" />
      </div>
      <p class="note">{words("page-repeat-note")}</p>
    </Section>
  );
}

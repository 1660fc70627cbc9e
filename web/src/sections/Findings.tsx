import type { FindingModel } from "../data/result";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { Original } from "../parts/Original";
import { Section } from "../parts/Section";

/** Facts and hypotheses apart, each with its evidence. */
export function Findings() {
  const { result, words } = usePage();
  const of = (kind: FindingModel["kind"]) => result.findings.filter((finding) => finding.kind === kind);
  return (
    <Section id="findings" title={words.sections.findings}>
      {result.findings.length === 0 && <p>{words.findings.none}</p>}
      <FindingList title={words.findings.facts} note={words.findings.factsNote} findings={of("fact")} />
      <FindingList
        title={words.findings.hypotheses}
        note={words.findings.hypothesesNote}
        findings={of("hypothesis")}
      />
    </Section>
  );
}

interface ListProps {
  title: string;
  note: string;
  findings: readonly FindingModel[];
}

function FindingList({ title, note, findings }: ListProps) {
  const { words, figures } = usePage();
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <p class="note">{note}</p>
      <ol class="findings">
        {findings.map((finding, index) => (
          <li key={index} class={finding.kind}>
            <code>{printable(finding.cause, 40)}</code> <Original text={finding.text} />{" "}
            <span class="of-trial">({words.trialName(finding.trial)})</span>
            {finding.evidence.length > 0 && (
              <ul class="evidence" aria-label={words.findings.evidence}>
                {finding.evidence.map((item, place) => (
                  <li key={place}>
                    <bdi>{printable(item.name, 80)}</bdi>{" "}
                    <b>
                      {figures.exact(item.value)} {printable(item.unit, 20)}
                    </b>
                  </li>
                ))}
              </ul>
            )}
            {finding.test !== null && (
              <p class="cure">
                <b>{words.findings.test}:</b> <Original text={finding.test} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

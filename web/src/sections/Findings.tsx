import type { FindingModel } from "../data/result";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { Told } from "../parts/Told";
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
  const { words } = usePage();
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <p class="note">{note}</p>
      <ol class="findings">
        {groups(findings).map(([first, ...others], index) => (
          <li key={index} class={first.kind}>
            <code>{printable(first.cause, 40)}</code> <Told text={first.text} />{" "}
            <span class="of-trial">({words.trialName(first.trial)})</span>
            <EvidenceList finding={first} />
            {others.map((other, place) => (
              <div key={place} class="also">
                <span class="of-trial">{words.findings.also(other.trial)}</span>
                {other.text === first.text ? "" : <Told text={other.text} />}
                <EvidenceList finding={other} />
              </div>
            ))}
            {first.test !== null && (
              <p class="cure">
                <b>{words.findings.test}:</b> <Told text={first.test} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function EvidenceList({ finding }: { finding: FindingModel }) {
  const { words, figures, told } = usePage();
  if (finding.evidence.length === 0) return null;
  return (
    <ul class="evidence" aria-label={words.findings.evidence}>
      {finding.evidence.map((item, place) => (
        <li key={place}>
          <Told text={item.name} limit={80} />{" "}
          <b>
            {figures.exact(item.value)} {printable(told(item.unit), 20)}
          </b>
        </li>
      ))}
    </ul>
  );
}

type Group = [FindingModel, ...FindingModel[]];

/** Findings that differ in their trial and its figures alone stand together, at the place of the first. */
function groups(findings: readonly FindingModel[]): Group[] {
  const found = new Map<string, Group>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.cause, finding.text.replace(/\d[\d.,]*/g, "#"), finding.test]);
    const group = found.get(key);
    if (group) group.push(finding);
    else found.set(key, [finding]);
  }
  return [...found.values()];
}

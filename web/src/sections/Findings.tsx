import { variantsInOrder } from "../data/breaks";
import type { FindingModel, ResultModel } from "../data/result";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { useStarts, variantName } from "../page/starts";
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
  const { result } = usePage();
  const starts = useStarts();
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <p class="note">{note}</p>
      {starts ? (
        byVariant(findings, result).map(([variant, own]) => (
          <div key={variant ?? ""} class="of-variant">
            <h4>{variantName(variant)}</h4>
            <FindingGroups findings={own} />
          </div>
        ))
      ) : (
        <FindingGroups findings={findings} />
      )}
    </>
  );
}

function FindingGroups({ findings }: { findings: readonly FindingModel[] }) {
  const { result, words } = usePage();
  const starts = useStarts();
  const named = (number: number): string => {
    const start = result.trials.find((trial) => trial.number === number)?.start;
    const trial = words.trialName(number);
    return starts && start !== undefined ? `${trial}, ${words.startName(start)}` : trial;
  };
  return (
    <ol class="findings">
      {groups(findings).map(([first, ...others], index) => (
        <li key={index} class={first.kind}>
          <code>{printable(first.cause, 40)}</code> <Told text={first.text} />{" "}
          <span class="of-trial">({named(first.trial)})</span>
          <EvidenceList finding={first} />
          {others.map((other, place) => (
            <div key={place} class="also">
              <span class="of-trial">{words.findings.also(named(other.trial))}</span>
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

/** The findings of each variant, in the order of their ranks. */
function byVariant(
  findings: readonly FindingModel[],
  result: ResultModel,
): [string | null, FindingModel[]][] {
  const variantOf = new Map(result.trials.map((trial) => [trial.number, trial.variant]));
  return variantsInOrder(result)
    .map((variant): [string | null, FindingModel[]] => [
      variant,
      findings.filter((finding) => (variantOf.get(finding.trial) ?? null) === variant),
    ])
    .filter(([, own]) => own.length > 0);
}

type Group = [FindingModel, ...FindingModel[]];

/** Findings that differ in their trial and its figures alone stand together, at the place of the first. */
function groups(findings: readonly FindingModel[]): Group[] {
  const found = new Map<string, Group>();
  for (const finding of findings) {
    const key = JSON.stringify([
      finding.cause,
      finding.text.replace(/\d[\d.,]*(?:e[+-]\d+)?/g, "#"),
      finding.test,
    ]);
    const group = found.get(key);
    if (group) group.push(finding);
    else found.set(key, [finding]);
  }
  return [...found.values()];
}

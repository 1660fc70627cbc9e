import { useMemo } from "preact/hooks";

import type { EvidenceModel, FindingModel } from "../data/result";
import { type Alike, alikeFindings, stopTable } from "../data/stops";
import { variantsInOrder } from "../data/breaks";
import { artifactHref } from "../format/artifact";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { useStarts, variantName } from "../page/starts";
import { KindMark, useCauseName } from "../parts/CauseName";
import { Section } from "../parts/Section";
import { Told } from "../parts/Told";
import { StopsTable } from "./StopsTable";

/** What stopped whom as a table; below it what each variant showed, with its evidence, folded. */
export function Findings() {
  const { result, words } = usePage();
  const table = useMemo(() => stopTable(result), [result]);
  const variantOf = useMemo(
    () => new Map(result.trials.map((trial) => [trial.number, trial.variant])),
    [result],
  );
  const groups = variantsInOrder(result)
    .map((variant) => ({
      variant,
      findings: result.findings.filter((finding) => (variantOf.get(finding.trial) ?? null) === variant),
    }))
    .filter(({ findings }) => findings.length > 0);
  return (
    <Section id="findings" title={words("page-section-findings")}>
      {result.findings.length === 0 && <p>{words("page-findings-none")}</p>}
      {table.causes.length > 0 && <StopsTable table={table} />}
      {groups.map(({ variant, findings }) => (
        <details key={variant ?? ""} class="fold on-paper of-variant" open={groups.length === 1}>
          <summary>
            {groups.length > 1 && words("page-label", { label: variantName(variant) })}
            {words("page-findings-details", { count: findings.length })}
          </summary>
          <ol class="findings">
            {alikeFindings(findings, table.causes).map((alike, place) => (
              <AlikeFindings key={place} alike={alike} />
            ))}
          </ol>
        </details>
      ))}
    </Section>
  );
}

/** The first in full, with the figures of all; the others by their trials. */
function AlikeFindings({ alike }: { alike: Alike }) {
  const { words, figures } = usePage();
  const namesOf = useTrialNames();
  const nameOf = useCauseName();
  const [first, ...others] = alike;
  return (
    <li class={first.kind}>
      <KindMark kind={first.kind} /> <b>{nameOf(first.cause)}</b>
      {first.role === "beside" && words("page-aside", { text: words("page-findings-beside") })}
      {others.length > 0 && <span class="times"> ×{figures.count(alike.length)}</span>}{" "}
      <Told text={first.text} />
      <span class="of-trial">{words("page-aside", { text: namesOf([first]) })}</span>
      <EvidenceList findings={alike} />
      {others.length > 0 && <p class="also">{words("page-findings-also", { trials: namesOf(others) })}</p>}
      {first.test !== null && (
        <p class="cure">
          <b>{words("page-label", { label: words("page-findings-test") })}</b>
          <Told text={first.test} />
        </p>
      )}
    </li>
  );
}

/** Each figure once, from its least to its most; each text and each file once. */
function EvidenceList({ findings: [first, ...others] }: { findings: Alike }) {
  const { words } = usePage();
  if (first.evidence.length === 0) return null;
  return (
    <ul class="evidence" aria-label={words("page-findings-evidence")}>
      {first.evidence.map((item, place) => (
        <li key={place}>
          <Told text={item.name} limit={80} />{" "}
          <EvidenceItem items={[item, ...others.flatMap((other) => other.evidence[place] ?? [])]} />
        </li>
      ))}
    </ul>
  );
}

/** What alike findings have at one place of their evidence: of one name and unit. */
function EvidenceItem({ items }: { items: [EvidenceModel, ...EvidenceModel[]] }) {
  const { figures, told } = usePage();
  const values = items.flatMap(({ value }) => value ?? []);
  const range = (): string => {
    const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => figures.rate(value));
    return least === most ? (least ?? "") : `${least ?? ""} – ${most ?? ""}`;
  };
  return (
    <>
      {values.length > 0 && (
        <b>
          {range()} {printable(told(items[0].unit), 20)}
        </b>
      )}
      {[...new Set(items.flatMap(({ text }) => text ?? []))].map((text) => (
        <q key={text} dir="auto">
          {printable(text, 300)}
        </q>
      ))}{" "}
      {[...new Set(items.flatMap(({ artifact }) => artifact ?? []))].map((path) => (
        <Artifact key={path} path={path} />
      ))}
    </>
  );
}

/** A file of the run beside the page. */
function Artifact({ path }: { path: string }) {
  const href = artifactHref(path);
  const shown = <code>{printable(path, 200)}</code>;
  return href === null ? shown : <a href={href}>{shown}</a>;
}

/** Names trials by their numbers, those of each start together. */
function useTrialNames(): (findings: readonly FindingModel[]) => string {
  const { result, words } = usePage();
  const starts = useStarts();
  const startOf = useMemo(() => new Map(result.trials.map((one) => [one.number, one.start])), [result]);
  const named = (numbers: readonly number[]): string =>
    words("page-findings-trials", { count: numbers.length, trials: numbers.join(words("list-commas")) });
  return (findings) => {
    const numbers = [...new Set(findings.map((finding) => finding.trial))];
    if (!starts) return named(numbers);
    const byStart = new Map<number, number[]>();
    for (const number of numbers) {
      const start = startOf.get(number) ?? 0;
      byStart.set(start, [...(byStart.get(start) ?? []), number]);
    }
    return [...byStart]
      .map(([start, own]) =>
        [named(own), words("page-start-name", { start: String(start) })].join(words("list-commas")),
      )
      .join(words("list-clauses"));
  };
}

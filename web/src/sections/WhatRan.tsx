import type { RuntimeModel, ServiceModel } from "../data/result";
import { saidOverStarts } from "../data/runtimes";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { textCell } from "../parts/cells";
import { limitsText } from "../parts/limits";
import { Section } from "../parts/Section";
import { type Row, SortableTable } from "../parts/SortableTable";

/** Each service of each variant: what it may use, and what its runtime said of itself. */
export function WhatRan() {
  const { result, words, figures } = usePage();
  const { study, runtimes } = result.run;
  const services: { variant: string; service: ServiceModel }[] = (study?.variants ?? []).flatMap((variant) =>
    variant.services.map((service) => ({ variant: variant.name, service })),
  );
  const limited = services.some(({ service }) => service.cpus !== null || service.memory_mib !== null);
  if (!limited && runtimes.length === 0) return null;
  const columns = [
    { title: words.columns.variant },
    { title: words.columns.service },
    { title: words.columns.limits },
    { title: words.columns.said, wraps: true },
  ];
  const rows = services.map(({ variant, service }): Row => {
    const own = runtimes.filter((one) => one.variant === variant && one.service === service.name);
    return {
      cells: [
        textCell(variantName(variant)),
        textCell(service.name),
        textCell(limitsText(service, figures, words) || words.whatRan.unlimited),
        { shown: <Said runtimes={own} />, by: own.length },
      ],
    };
  });
  return (
    <Section id="what-ran" title={words.sections.whatRan}>
      <SortableTable caption={words.sections.whatRan} columns={columns} rows={rows} />
      <p class="note">{words.whatRan.note}</p>
    </Section>
  );
}

function Said({ runtimes }: { runtimes: readonly RuntimeModel[] }) {
  const { words, told } = usePage();
  const facts = saidOverStarts(runtimes);
  if (facts.length === 0) return <span class="few">{words.whatRan.nothing}</span>;
  const named = (text: string): string => printable(told(text), 120) || NOTHING;
  return (
    <ul class="said">
      {facts.map(({ name, values }) => (
        <li key={name} class={values.length > 1 ? "differs" : undefined}>
          <span>
            {words.factNames[name.replaceAll("_", " ")] ?? printable(name.replaceAll("_", " "), 60)}
          </span>{" "}
          <b>
            {values.length > 1 && `${words.whatRan.differs}: `}
            {values
              .map(({ text, starts }) =>
                values.length > 1 ? `${named(text)} (${words.startNames(starts.join(", "))})` : named(text),
              )
              .join("; ")}
          </b>
        </li>
      ))}
    </ul>
  );
}

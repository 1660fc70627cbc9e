import type { RuntimeModel, ServiceModel } from "../data/result";
import { saidOverStarts } from "../data/runtimes";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { variantName } from "../page/starts";
import { textCell } from "../parts/cells";
import { factName } from "../parts/Facts";
import { limitsText } from "../parts/limits";
import { Section } from "../parts/Section";
import { type Row, SortableTable } from "../parts/SortableTable";

/** Each service of each variant: what it may use, and what its runtime said of itself. */
export function WhatRan() {
  const { result, words, figures } = usePage();
  const { study, runtimes, alike } = result.run;
  const services = together(
    (study?.variants ?? []).flatMap(({ name, services: own }) =>
      own.map((service) => ({
        variant: name,
        service,
        said: runtimes.filter((one) => one.variant === name && one.service === service.name),
      })),
    ),
  );
  const limited = services.some(({ service }) => service.cpus !== null || service.memory_mib !== null);
  if (!limited && runtimes.length === 0) return null;
  const columns = [
    { title: words("page-column-variant") },
    { title: words("page-column-service") },
    { title: words("page-column-limits") },
    { title: words("page-column-said"), wraps: true },
  ];
  const rows = services.map(({ variant, service, said }): Row => ({
    cells: [
      textCell(variant === null ? words("page-what-ran-every-variant") : variantName(variant)),
      textCell(service.name),
      textCell(limitsText(service, figures) || words("page-what-ran-unlimited")),
      { shown: <Said runtimes={said} />, by: said.length },
    ],
  }));
  return (
    <Section id="what-ran" title={words("page-section-what-ran")}>
      <SortableTable caption={words("page-section-what-ran")} columns={columns} rows={rows} />
      <p class="note">{words("page-what-ran-note")}</p>
      {alike.map((names) => (
        <p class="note" key={names.join()}>
          {words("page-what-ran-alike", {
            names: names.map((name) => printable(name, 60)).join(words("list-commas")),
          })}
        </p>
      ))}
    </Section>
  );
}

interface Ran {
  /** Null: every variant. */
  variant: string | null;
  service: ServiceModel;
  said: readonly RuntimeModel[];
}

/** A service that is the same in every variant and says nothing of itself stands once, after the others. */
function together(services: readonly Ran[]): Ran[] {
  const kind = ({ service, said }: Ran): string =>
    said.length > 0 ? "" : JSON.stringify([service.name, service.cpus, service.memory_mib]);
  const variants = new Set(services.map((one) => one.variant)).size;
  const isCommon = (one: Ran): boolean =>
    variants > 1 &&
    kind(one) !== "" &&
    services.filter((other) => kind(other) === kind(one)).length === variants;
  const common = new Map(services.filter(isCommon).map((one) => [kind(one), { ...one, variant: null }]));
  return [...services.filter((one) => !isCommon(one)), ...common.values()];
}

function Said({ runtimes }: { runtimes: readonly RuntimeModel[] }) {
  const { words, told } = usePage();
  const facts = saidOverStarts(runtimes);
  if (facts.length === 0) return NOTHING;
  const named = (text: string): string => printable(told(text), 120) || NOTHING;
  return (
    <ul class="said">
      {facts.map(({ name, values }) => (
        <li key={name} class={values.length > 1 ? "differs" : undefined}>
          <span>{factName(name.replaceAll("_", " "), words)}</span>{" "}
          <b>
            {values.length > 1 && words("page-label", { label: words("page-what-ran-differs") })}
            {values
              .map(({ text, starts }) =>
                values.length > 1
                  ? named(text) +
                    words("page-aside", {
                      text: words("page-start-names", { starts: starts.join(words("list-commas")) }),
                    })
                  : named(text),
              )
              .join("; ")}
          </b>
        </li>
      ))}
    </ul>
  );
}

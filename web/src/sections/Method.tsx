import type { RunStudyModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { printable } from "../format/printable";
import { targetText } from "../format/target";
import { usePage } from "../page/context";
import { useStarts } from "../page/starts";
import { rateCell, textCell } from "../parts/cells";
import { Facts } from "../parts/Facts";
import { limitsText } from "../parts/limits";
import { Told } from "../parts/Told";
import { Section } from "../parts/Section";
import { SortableTable } from "../parts/SortableTable";
import { EventsTable } from "./EventsTable";

/** How the result was got: method, profile, study, stand, events, environment. */
export function Method() {
  const { result, words, figures, told } = usePage();
  const { run } = result;
  const method = {
    [words("page-about-started")]: `${run.started_at.slice(0, 19).replace("T", " ")} UTC`,
    [words("page-about-lasted")]: figures.duration(run.duration_s),
    [words("page-about-target")]: targetText(run.target),
    [words("page-about-arrivals")]: words.named("page-arrivals-", run.arrivals) ?? run.arrivals,
    [words("page-about-seed")]: String(run.seed),
    [words("page-about-slos")]:
      run.slos.map((slo) => printable(told(slo.text), 80)).join(words("list-commas")) || words("page-no-slo"),
    ...run.method,
    loadproof: run.loadproof,
  };
  return (
    <Section id="method" title={words("page-section-method")}>
      <h3>{words("page-about-method")}</h3>
      <Facts facts={method} />
      {run.arrivals_note && (
        <p class="note">
          <Told text={run.arrivals_note} />
        </p>
      )}
      <Profile />
      {run.study && <Study study={run.study} baseRate={run.profile.base_rate} />}
      {run.events.length > 0 && <Events />}
      <h3>{words("page-about-environment")}</h3>
      <Facts facts={run.environment} />
    </Section>
  );
}

function Profile() {
  const { result, words, figures } = usePage();
  const columns = [
    { title: words("page-column-operation"), wraps: true },
    { title: words("page-column-weight"), figures: true },
    { title: words("page-column-request"), wraps: true },
  ];
  const rows = result.run.profile.operations.map((operation) => {
    const name =
      operation.kind === "flow"
        ? operation.name + words("page-aside", { text: words("page-column-flow") })
        : operation.name;
    return {
      cells: [textCell(name), rateCell(operation.weight, figures), textCell(operation.request, 200)],
    };
  });
  return (
    <>
      <h3>{words("page-about-profile")}</h3>
      <SortableTable caption={words("page-about-profile")} columns={columns} rows={rows} />
    </>
  );
}

function Study({ study, baseRate }: { study: RunStudyModel; baseRate: number | null }) {
  const { words, figures } = usePage();
  const facts = {
    [words("page-about-name")]: study.name,
    [words("page-about-description")]: study.description,
    [words("page-about-file")]: study.file,
    [words("page-about-preset")]: study.preset,
    [words("page-about-base-rate")]:
      baseRate === null ? null : words("page-per-second", { rate: figures.rate(baseRate) }),
  };
  const columns = [
    { title: words("page-column-variant") },
    { title: words("page-column-service") },
    { title: words("page-column-limits") },
    { title: words("page-column-placement"), wraps: true },
    { title: words("page-column-command"), wraps: true },
  ];
  const rows = study.variants.flatMap((variant) => {
    const placed =
      variant.cpus === null
        ? NOTHING
        : words("page-placed", { cpus: variant.cpus, sharing: variant.placement });
    const placement = textCell(placed, 120);
    const whole = [
      textCell(variant.name),
      textCell(variant.driver),
      textCell(NOTHING),
      placement,
      textCell(targetText(variant.target), 200),
    ];
    if (variant.services.length === 0) return [{ cells: whole }];
    return variant.services.map((service) => ({
      cells: [
        textCell(variant.name),
        textCell(service.name),
        textCell(limitsText(service, figures) || NOTHING),
        placement,
        textCell(service.command.join(" "), 300),
      ],
    }));
  });
  return (
    <>
      <h3>{words("page-about-study")}</h3>
      <Facts facts={facts} />
      <h3>{words("page-about-stand")}</h3>
      <SortableTable caption={words("page-about-stand")} columns={columns} rows={rows} />
    </>
  );
}

/** Of several starts folded: those of the start that is shown stand with it. */
function Events() {
  const { result, words } = usePage();
  const starts = useStarts();
  const events = result.run.events;
  return (
    <>
      <h3>{words("page-about-events")}</h3>
      {starts ? (
        <details class="fold">
          <summary>{words("page-events-of", { count: events.length })}</summary>
          <EventsTable events={events} byStart />
        </details>
      ) : (
        <EventsTable events={events} />
      )}
    </>
  );
}

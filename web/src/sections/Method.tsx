import type { StudyModel } from "../data/result";
import { NOTHING } from "../format/figures";
import { sloText } from "../format/slo";
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
  const { result, words, figures } = usePage();
  const { run } = result;
  const method = {
    [words.method.started]: `${run.started_at.slice(0, 19).replace("T", " ")} UTC`,
    [words.method.lasted]: figures.duration(run.duration_s),
    [words.method.target]: run.target,
    [words.method.arrivals]: words.arrivals[run.arrivals] ?? run.arrivals,
    [words.method.seed]: String(run.seed),
    [words.method.slos]: run.slos.map((slo) => sloText(slo.text, words)).join(", ") || words.noSlo,
    ...run.method,
    loadproof: run.loadproof,
  };
  return (
    <Section id="method" title={words.sections.method}>
      <h3>{words.method.method}</h3>
      <Facts facts={method} />
      {run.arrivals_note && (
        <p class="note">
          <Told text={run.arrivals_note} />
        </p>
      )}
      <Profile />
      {run.study && <Study study={run.study} baseRate={run.profile.base_rate} />}
      {run.events.length > 0 && <Events />}
      <h3>{words.method.environment}</h3>
      <Facts facts={run.environment} />
    </Section>
  );
}

function Profile() {
  const { result, words, figures } = usePage();
  const columns = [
    { title: words.columns.operation, wraps: true },
    { title: words.columns.weight, figures: true },
    { title: words.columns.request, wraps: true },
  ];
  const rows = result.run.profile.operations.map((operation) => {
    const name = operation.kind === "flow" ? `${operation.name} (${words.columns.flow})` : operation.name;
    return {
      cells: [textCell(name), rateCell(operation.weight, figures), textCell(operation.request, 200)],
    };
  });
  return (
    <>
      <h3>{words.method.profile}</h3>
      <SortableTable caption={words.method.profile} columns={columns} rows={rows} />
    </>
  );
}

function Study({ study, baseRate }: { study: StudyModel; baseRate: number | null }) {
  const { words, figures } = usePage();
  const facts = {
    [words.method.name]: study.name,
    [words.method.description]: study.description,
    [words.method.file]: study.file,
    [words.method.preset]: study.preset,
    [words.method.baseRate]: baseRate === null ? null : `${figures.rate(baseRate)} ${words.perSecond}`,
  };
  const columns = [
    { title: words.columns.variant },
    { title: words.columns.service },
    { title: words.columns.limits },
    { title: words.columns.placement, wraps: true },
    { title: words.columns.command, wraps: true },
  ];
  const rows = study.variants.flatMap((variant) => {
    const placed =
      variant.cpus === null
        ? NOTHING
        : words.placed(figures.count(variant.cpus), variant.placement === "apart");
    const placement = textCell(placed, 120);
    const whole = [
      textCell(variant.name),
      textCell(variant.driver),
      textCell(NOTHING),
      placement,
      textCell(variant.target, 200),
    ];
    if (variant.services.length === 0) return [{ cells: whole }];
    return variant.services.map((service) => ({
      cells: [
        textCell(variant.name),
        textCell(service.name),
        textCell(limitsText(service, figures, words) || NOTHING),
        placement,
        textCell(service.command.join(" "), 300),
      ],
    }));
  });
  return (
    <>
      <h3>{words.method.study}</h3>
      <Facts facts={facts} />
      <h3>{words.method.stand}</h3>
      <SortableTable caption={words.method.stand} columns={columns} rows={rows} />
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
      <h3>{words.method.events}</h3>
      {starts ? (
        <details class="fold">
          <summary>{words.eventsOf(events.length)}</summary>
          <EventsTable events={events} byStart />
        </details>
      ) : (
        <EventsTable events={events} />
      )}
    </>
  );
}

import { SIGNS } from "../chart/marks";
import type { StatementsBlock } from "../data/document";
import { usePage } from "../page/context";
import { Blocks, StatementItem } from "../parts/Blocks";

type Tone = "passed" | "failed" | "undecided";

/** The verdict first: for everybody, then sentence by sentence, its figures, and what a reader has to see at once. */
export function Verdict() {
  const { result, report, told } = usePage();
  const [first, ...others] = report.lines;
  const glance = report.blocks.filter((block) => block.kind === "Statements");
  const below = report.blocks.filter((block) => block.kind !== "Statements");
  return (
    <section id="verdict" class={`verdict ${result.tone}`} aria-labelledby="verdict-sentence" tabIndex={-1}>
      {told(report.warning) && <p class="simulated">{told(report.warning)}</p>}
      {told(report.plain) && <p class="plain">{told(report.plain)}</p>}
      <p id="verdict-sentence" class="sentence">
        <Mark tone={first?.tone} label={told(first?.label)} />
        <bdi>{told(first?.text)}</bdi>
      </p>
      {others.length > 0 && (
        <ul class="other-answers">
          {others.map(({ text, tone, label }, place) => (
            <li key={place}>
              <Mark tone={tone} label={told(label)} />
              <bdi>{told(text)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {report.figures.length > 0 && (
        <dl class="key-figures">
          {report.figures.map(({ name, value, note }, place) => (
            <div key={place}>
              <dt>
                <bdi>{told(name)}</bdi>
              </dt>
              <dd>
                <b>{told(value)}</b> <small>{told(note)}</small>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Blocks blocks={below} />
      {glance.length > 0 && (
        <dl class="at-a-glance">
          {glance.map((block, place) => (
            <Glance key={place} block={block} />
          ))}
        </dl>
      )}
    </section>
  );
}

/** A tone by its sign and the name of the state; without a tone the name alone, as of a comparison. */
function Mark({ tone = "", label }: { tone?: string | undefined; label: string }) {
  const { words } = usePage();
  if (!tone) return label ? <b>{words("page-label", { label })}</b> : null;
  return (
    <span class={`state ${tone}`}>
      <span class={`sign ${tone}`} aria-hidden="true">
        {SIGNS[tone as Tone]}
      </span>{" "}
      {label && `${label} `}
    </span>
  );
}

/** A titled list of points with the way to its section. */
function Glance({ block }: { block: StatementsBlock }) {
  const { told } = usePage();
  const title = told(block.title);
  return (
    <div class={block.section === "findings" ? undefined : "long"}>
      <dt>{block.section ? <a href={`#${block.section}`}>{title}</a> : title}</dt>
      <dd>
        <ul>
          {block.statements.map((statement, place) => (
            <StatementItem key={place} statement={statement} hintLabel={told(block.hint_label)} />
          ))}
        </ul>
      </dd>
    </div>
  );
}

import { Fragment } from "preact";
import { useState } from "preact/hooks";

import type {
  Block,
  ChoiceBlock,
  FoldBlock,
  SectionBlock,
  Statement,
  StatementsBlock,
} from "../data/document";
import { artifactHref } from "../format/artifact";
import { usePage } from "../page/context";
import { plotOf } from "../plots/registry";
import { Choice } from "./Choice";
import { CopyButton } from "./CopyButton";
import { Flame } from "./Flame";
import { isKind, KindMark } from "./KindMark";
import { Table } from "./Table";

/** Blocks of the document as they follow each other; a table takes the title of what is around it as its caption. */
export function Blocks({ blocks, title = "" }: { blocks: readonly Block[]; title?: string }) {
  return (
    <>
      {blocks.map((block, place) => (
        <OneBlock key={place} block={block} title={title} />
      ))}
    </>
  );
}

function OneBlock({ block, title }: { block: Block; title: string }) {
  const { told } = usePage();
  switch (block.kind) {
    case "Paragraph":
      return <p class={block.is_note ? "note" : undefined}>{told(block.text)}</p>;
    case "Picture":
      return <pre dir="ltr">{told(block.text)}</pre>;
    case "Code":
      return <Command text={told(block.text)} />;
    case "Bullets":
      return (
        <ul>
          {block.items.map((item, place) => (
            <li key={place}>
              <Linked text={told(item)} files={block.files} />
            </li>
          ))}
        </ul>
      );
    case "Statements":
      return <Statements block={block} />;
    case "Facts":
      return <Facts pairs={block.pairs.map(([name, value]) => [told(name), told(value)])} />;
    case "Fold":
      return <Fold fold={block} />;
    case "Section":
      return <Subsection section={block} />;
    case "Choice":
      return <Chosen choice={block} />;
    case "Chart": {
      const Plot = plotOf(block.name);
      return Plot ? <Plot of={block.of ?? ""} /> : null;
    }
    case "Flame":
      return <Flame caption={told(block.caption)} roots={block.roots} />;
    case "Table":
      return <Table table={block} caption={title} />;
  }
}

function Facts({ pairs }: { pairs: [string, string][] }) {
  return (
    <dl class="facts">
      {pairs.map(([name, value], place) => (
        <Fragment key={place}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Command({ text }: { text: string }) {
  return (
    <div class="command">
      <pre id="repeat-command">{text}</pre>
      <CopyButton text={text} shownIn="repeat-command" />
    </div>
  );
}

/** A fold whose blocks are made when it is first opened: a tree of a heap has thousands. */
function Fold({ fold }: { fold: FoldBlock }) {
  const { told } = usePage();
  return <Folded title={told(fold.title)} blocks={fold.blocks} onPaper={fold.on_paper ?? false} />;
}

interface FoldedProps {
  title: string;
  blocks: readonly Block[];
  /** Printed in full, and therefore made at once. */
  onPaper: boolean;
}

function Folded({ title, blocks, onPaper }: FoldedProps) {
  const [opened, setOpened] = useState(onPaper);
  return (
    <details
      class={`fold ${onPaper ? "on-paper" : ""}`.trim()}
      onToggle={(event) => {
        if (event.currentTarget.open) setOpened(true);
      }}
    >
      <summary>{title}</summary>
      {opened && <Blocks blocks={blocks} title={title} />}
    </details>
  );
}

function Subsection({ section }: { section: SectionBlock }) {
  const { told } = usePage();
  const title = told(section.title);
  if (section.is_folded) return <Folded title={title} blocks={section.blocks} onPaper={false} />;
  return (
    <>
      <h3>{title}</h3>
      <Blocks blocks={section.blocks} title={title} />
    </>
  );
}

/** One of the alternatives; a single one needs no choice. */
function Chosen({ choice: { label, options, chosen = 0 } }: { choice: ChoiceBlock }) {
  const { told } = usePage();
  const [place, choose] = useState(chosen);
  const shown = options[place];
  return (
    <>
      {options.length > 1 ? (
        <div class="controls">
          <Choice
            label={told(label)}
            options={options.map(({ title }) => told(title))}
            chosen={place}
            onChoose={choose}
          />
        </div>
      ) : (
        <p class="note">{told(shown?.title)}</p>
      )}
      <Blocks key={place} blocks={shown?.blocks ?? []} title={told(shown?.title)} />
    </>
  );
}

function Statements({ block }: { block: StatementsBlock }) {
  const { told } = usePage();
  const title = told(block.title);
  return (
    <>
      {title && <h3>{title}</h3>}
      <ul class="statements">
        {block.statements.map((statement, place) => (
          <StatementItem
            key={place}
            statement={statement}
            hintLabel={told(block.hint_label)}
            files={block.files}
          />
        ))}
      </ul>
    </>
  );
}

interface StatementProps {
  statement: Statement;
  hintLabel: string;
  files?: readonly string[] | undefined;
}

/** A statement with its mark and label, its evidence below it, and its hint. */
export function StatementItem({ statement, hintLabel, files }: StatementProps) {
  const { told } = usePage();
  const { text, label, code, tone = "", lines = [], hint } = statement;
  return (
    <li class={isKind(tone) ? tone : undefined}>
      {isKind(tone) && <KindMark kind={tone} />} {label !== undefined && <b>{told(label)}</b>}{" "}
      <bdi>{told(text)}</bdi>
      {code !== undefined && (
        <small>
          {" "}
          <code>{told(code)}</code>
        </small>
      )}
      {lines.length > 0 && (
        <ul class="evidence">
          {lines.map((line, place) => (
            <li key={place}>
              <Linked text={told(line)} files={files} />
            </li>
          ))}
        </ul>
      )}
      {hint !== undefined && (
        <p class="cure">
          <b>{hintLabel}</b>
          {told(hint)}
        </p>
      )}
    </li>
  );
}

/** A text with a link for each of the files beside the page that it names. */
function Linked({ text, files = [] }: { text: string; files?: readonly string[] | undefined }) {
  const named = [...files].sort((a, b) => b.length - a.length).find((file) => text.includes(file));
  const href = named === undefined ? null : artifactHref(named);
  if (named === undefined || href === null) return <bdi>{text}</bdi>;
  const at = text.indexOf(named);
  return (
    <>
      <bdi>{text.slice(0, at)}</bdi>
      <a href={href}>
        <code>{named}</code>
      </a>
      <Linked text={text.slice(at + named.length)} files={files} />
    </>
  );
}

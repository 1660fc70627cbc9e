/** The report document as `render/page_document.py` writes it: sections of typed blocks, with their texts by language. */

/** A text: as it is where it is the same in every language, else its place in the texts of each. */
export type Text = string | number;

/** A text alone, or a text with the value that it was made of, the kind of the value and the code that programs read. */
export type Cell = Text | [text: Text, value: number | null, kind?: string, code?: string];

export interface Column {
  title: Text;
  /** Default true: aligned at the right. */
  figures?: boolean;
  wraps?: boolean;
  /** Left out on paper and on a phone. */
  detail?: boolean;
  toned?: boolean;
}

export interface TableBlock {
  kind: "Table";
  columns: Column[];
  rows: Cell[][];
  tones?: string[];
  /** A text below each row; empty for none. */
  details?: Text[];
  /** Rows at the end that stay there when the others are sorted. */
  totals?: number;
  banded?: boolean[];
}

export interface Statement {
  kind: "Statement";
  text: Text;
  label?: Text;
  code?: Text;
  /** A tone, or the kind of a finding. */
  tone?: string;
  lines?: Text[];
  hint?: Text;
}

export interface StatementsBlock {
  kind: "Statements";
  statements: Statement[];
  title?: Text;
  /** The section that has more. */
  section?: string;
  hint_label?: Text;
  files?: string[];
}

export interface Frame {
  name: Text;
  weight: number;
  calls?: Frame[];
}

/** A titled part of the report, or of another section. */
export interface SectionBlock {
  kind: "Section";
  title: Text;
  blocks: Block[];
  /** Its anchor, of a part of the report. */
  name?: string;
  is_folded?: boolean;
}

export interface FoldBlock {
  kind: "Fold";
  title: Text;
  blocks: Block[];
  on_paper?: boolean;
}

export interface ChoiceBlock {
  kind: "Choice";
  label: Text;
  options: SectionBlock[];
  chosen?: number;
}

export type Block =
  | TableBlock
  | StatementsBlock
  | SectionBlock
  | FoldBlock
  | ChoiceBlock
  | { kind: "Paragraph"; text: Text; is_note?: boolean }
  | { kind: "Bullets"; items: Text[]; files?: string[] }
  | { kind: "Facts"; pairs: [Text, Text][] }
  | { kind: "Code" | "Picture"; text: Text }
  | { kind: "Chart"; name: string; of?: string }
  | { kind: "Flame"; caption: Text; roots: Frame[] };

export interface StartSections {
  variant: string | null;
  start: number;
  sections: SectionBlock[];
}

/** Texts of what the charts draw from the result. */
export interface ChartTexts {
  /** Of each SLO of the run, in its order. */
  slos: Text[];
  /** Of each event of the run. */
  events: Text[];
  /** Value of each firing of each alarm. */
  alarms: Text[][];
  /** Of each unit of a reading. */
  units: Record<string, Text>;
}

export interface ReportDocument {
  plain?: Text;
  warning?: Text;
  lines: { text: Text; tone?: string; label?: Text }[];
  figures: { name: Text; value: Text; note?: Text }[];
  blocks: Block[];
  sections: SectionBlock[];
  starts: StartSections[];
  closing: SectionBlock[];
  charts: ChartTexts;
  /** By language. */
  texts: Record<string, string[]>;
}

/** The text of a cell, and its value; null for a text alone. */
export function partsOf(cell: Cell): { text: Text; value: number | null; kind: string; code: string } {
  if (!Array.isArray(cell)) return { text: cell, value: null, kind: "", code: "" };
  const [text, value, kind = "", code = ""] = cell;
  return { text, value, kind, code };
}

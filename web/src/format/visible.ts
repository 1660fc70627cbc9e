/**
 * Control and invisible characters as visible escapes, by the rule of `python/loadproof/model/visible_text.py`: `\x1b`,
 * `\u202e`. Line breaks and tabs stay.
 */
const JOINING = "\\u0620-\\u06ff\\u0750-\\u077f\\u08a0-\\u08ff\\u0900-\\u0dff\\u1780-\\u17ff";
const EMOJI = "\\u2190-\\u2bff\\u3030-\\u303d\\u{1f000}-\\u{1faff}";
const JOINERS =
  `\\u200c(?!(?<=[${JOINING}]\\u200c)[${JOINING}])` +
  `|\\u200d(?!(?<=[${JOINING}]\\u200d)[${JOINING}]|(?<=(?:[${EMOJI}]|\\ufe0f)\\u200d)[${EMOJI}])`;
const INVISIBLE =
  "\\x7f-\\x9f\\xad\\u061c\\u070f\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ud800-\\udfff\\ufeff" +
  "\\ufff0-\\ufffb\\ufffe\\uffff\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}";
const HIDDEN = new RegExp(`[\\x00-\\x08\\x0b-\\x1f${INVISIBLE}]|${JOINERS}`, "gu");

export function visible(text: string): string {
  return text.replace(HIDDEN, escape);
}

/** The same on one line: line breaks and tabs are escapes, too. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** All texts of a value that was read as JSON, names of keys among them. */
export function visibleValue(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [visible(key), visibleValue(inner)]));
}

function escape(character: string): string {
  if (character === "\r") return "\\r";
  const code = character.codePointAt(0) ?? 0;
  const [sign, digits] = code > 0xffff ? ["U", 8] : code > 0xff ? ["u", 4] : (["x", 2] as const);
  return `\\${sign}${code.toString(16).padStart(digits, "0")}`;
}

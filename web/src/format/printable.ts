const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text from outside on one line: controls and invisible characters, such as bidirectional overrides, as escapes. */
export function printable(text: string, limit = 500): string {
  const shown = text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
  return shown.length > limit ? `${shown.slice(0, limit - 1)}…` : shown;
}

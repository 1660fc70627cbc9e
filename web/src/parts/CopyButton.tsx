import { useState } from "preact/hooks";

import { usePage } from "../page/context";

/** Copies a text; in a file that is opened without a server the clipboard may be closed, then it is selected instead. */
export function CopyButton({ text, shownIn }: { text: string; shownIn: string }) {
  const { words } = usePage();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const shown = document.getElementById(shownIn);
    if (shown) getSelection()?.selectAllChildren(shown);
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      <span aria-live="polite">{copied ? words("page-copied") : words("page-copy")}</span>
    </button>
  );
}

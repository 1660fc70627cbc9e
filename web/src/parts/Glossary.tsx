import { Fragment } from "preact";
import { useId, useRef } from "preact/hooks";

import type { Code } from "../format/words";
import { usePage } from "../page/context";

/** The terms of the page, each in a sentence or two, one click away. */
export function Glossary() {
  const { words } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const texts = words.codes("term-").filter((code) => code.endsWith("-text"));
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        {words("page-glossary")}
      </button>
      <dialog class="glossary" ref={dialog} aria-labelledby={id}>
        <form method="dialog">
          <h2 id={id}>{words("page-glossary")}</h2>
          <button>{words("page-close")}</button>
        </form>
        <dl>
          {texts.map((code) => (
            <Fragment key={code}>
              <dt>{words(code.slice(0, -"-text".length) as Code & `term-${string}`)}</dt>
              <dd>{words(code as Code & `term-${string}`)}</dd>
            </Fragment>
          ))}
        </dl>
      </dialog>
    </>
  );
}

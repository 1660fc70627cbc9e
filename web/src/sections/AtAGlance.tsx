import { alikeDoubts } from "../data/doubts";
import { causesBesidePassed, firstCauses, mainErrors } from "../data/stops";
import { printable } from "../format/printable";
import { usePage } from "../page/context";
import { KindMark, useCauseName } from "../parts/CauseName";
import { Told } from "../parts/Told";

/** Causes that a reader takes in at a glance; the others stand in the table. */
const MOST_CAUSES = 4;

/** Errors that a reader takes in at a glance. */
const MOST_ERRORS = 3;

/** What stopped it, the errors with a hint each, what was seen though it passed, and what makes it doubtful: a line each, with the way to all. */
export function AtAGlance() {
  const { result, words, figures } = usePage();
  const causes = firstCauses(result).slice(0, MOST_CAUSES);
  const errors = mainErrors(result).slice(0, MOST_ERRORS);
  const beside = causesBesidePassed(result).slice(0, MOST_CAUSES);
  const nameOf = useCauseName();
  const failed = result.trials.some((trial) => trial.tone === "failed" && !trial.superseded);
  const doubts = alikeDoubts(result.doubts);
  const isAnyMeasured = result.trials.length > 0;
  return (
    <dl class="at-a-glance">
      {(causes.length > 0 || failed) && (
        <div>
          <dt>
            <a href="#findings">{words("page-stopped")}</a>
          </dt>
          <dd>
            {causes.length === 0 && words("page-stopped-unknown")}
            <ul>
              {causes.map(({ cause, kind, count, all }) => (
                <li key={cause}>
                  <KindMark kind={kind} /> <b>{nameOf(cause)}</b>
                  {all > 1 && words("page-aside", { text: words("page-stopped-in", { count, all }) })}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {errors.length > 0 && (
        <div class="errors">
          <dt>
            <a href="#operations">{words("page-errors")}</a>
          </dt>
          <dd>
            <ul>
              {errors.map((error, place) => (
                <li key={place}>
                  <Told text={error.text} />
                  <p class="cure">
                    <b>{words("page-label", { label: words("page-errors-hint") })}</b>
                    <Told text={error.hint} />
                  </p>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {beside.length > 0 && (
        <div>
          <dt>
            <a href="#findings">{words("page-beside-passed")}</a>
          </dt>
          <dd>
            <ul>
              {beside.map((cause) => (
                <li key={cause}>
                  <KindMark kind="fact" /> <b>{nameOf(cause)}</b>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {(isAnyMeasured || doubts.length > 0) && (
        <div class="doubts">
          <dt>
            <a href="#validity">{words("page-doubts")}</a>
          </dt>
          <dd>
            {doubts.length === 0 ? words("page-doubts-none") : <b>{figures.count(result.doubts.length)}</b>}
            <ul>
              {doubts.map(([first, ...others]) => (
                <li key={first.code}>
                  <Told text={first.text} />{" "}
                  <small>
                    <code>{printable(first.code, 40)}</code>
                    {others.length > 0 && ` ×${figures.count(others.length + 1)}`}
                  </small>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}

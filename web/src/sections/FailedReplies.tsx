import { operationName } from "../data/operations";
import type { FailedReplyModel } from "../data/result";
import { printable } from "../format/printable";
import { usePage } from "../page/context";

const MOST_CHARACTERS = 8192;

/** Replies that were not as expected, folded; their text is a target's and may hold anything. */
export function FailedReplies({ replies }: { replies: readonly FailedReplyModel[] }) {
  const { result, words, figures } = usePage();
  if (replies.length === 0) return null;
  return (
    <>
      <h3>{words("page-replies")}</h3>
      <p class="note">{words("page-replies-note")}</p>
      {replies.map((reply, place) => (
        <details key={place} class="reply">
          <summary>
            <bdi>
              {words("page-reply", {
                kind: printable(reply.kind, 60),
                operation: printable(operationName(reply.operation, result.run), 60),
                at: figures.rate(reply.due_s),
                service: figures.value(reply.service_ms),
              })}
            </bdi>
          </summary>
          <pre dir="ltr">{lines(reply.head)}</pre>
          {reply.body && <pre dir="ltr">{lines(reply.body)}</pre>}
          <p class="note">{told(reply)}</p>
        </details>
      ))}
    </>
  );

  function told({ body, body_bytes: all }: FailedReplyModel): string {
    if (body.length === 0) return words("page-reply-empty", { all: figures.count(all) });
    return words("page-reply-cut", { shown: figures.count(body.length), all: figures.count(all) });
  }
}

/** Text of a target, its lines kept and all else that cannot be seen as escapes. */
function lines(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) =>
      line
        .split("\t")
        .map((part) => printable(part, MOST_CHARACTERS))
        .join("\t"),
    )
    .join("\n");
}

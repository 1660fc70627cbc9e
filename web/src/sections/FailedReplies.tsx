import type { FailedReplyModel } from "../data/result";
import { printable } from "../format/printable";
import { usePage } from "../page/context";

const MOST_CHARACTERS = 8192;

/** Replies that were not as expected, folded; their text is a target's and may hold anything. */
export function FailedReplies({ replies }: { replies: readonly FailedReplyModel[] }) {
  const { words, figures } = usePage();
  if (replies.length === 0) return null;
  return (
    <>
      <h3>{words.replies}</h3>
      <p class="note">{words.repliesNote}</p>
      {replies.map((reply, place) => (
        <details key={place} class="reply">
          <summary>
            <bdi>
              {words.reply(
                printable(reply.kind, 60),
                printable(reply.operation, 60),
                figures.rate(reply.due_s),
                figures.value(reply.service_ms),
              )}
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
    if (body.length === 0) return words.replyEmpty(figures.count(all));
    return words.replyCut(figures.count(body.length), figures.count(all));
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

import type { AnswerModel, ResultModel } from "../data/result";
import type { Language } from "../format/figures";
import { printable } from "../format/printable";
import { russianAnswer } from "./russian-answer";

/** The sentence of an answer, named after its variant where there are several. */
export function answerSentence(answer: AnswerModel, result: ResultModel, language: Language): string {
  const several = new Set(result.answers.map((other) => other.variant)).size > 1;
  const sentence = language === "ru" ? russianAnswer(answer, result) : printable(answer.sentence, 2000);
  return several && answer.variant !== null ? `${printable(answer.variant, 60)}: ${sentence}` : sentence;
}

/** The verdict in one sentence, and what else the answers say, one sentence each. */
export function verdictSentences(result: ResultModel, language: Language): string[] {
  if (language === "ru" && result.answers.length === 0) {
    return ["Ничего не измерено: прогон закончился до начала нагрузки."];
  }
  // The sentence of a result is that of its answers in a row: a reader takes them better one by one.
  const parted = language === "ru" || result.sentence.includes(result.answers[0]?.sentence || "\n");
  if (!parted) return [printable(result.sentence, 4000)];
  return result.answers.map((answer) => answerSentence(answer, result, language));
}

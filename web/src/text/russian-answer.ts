import type { AnswerModel, ResultModel } from "../data/result";
import { Figures } from "../format/figures";
import { printable } from "../format/printable";
import { sloText } from "../format/slo";
import { ru } from "./ru";

const figures = new Figures("ru");

/** The sentence of an answer in Russian, from the same figures as `answer.sentence` in `report/answer_sentences.py`. */
export function russianAnswer(answer: AnswerModel, result: ResultModel): string {
  const rate = `${figures.rate(answer.rate)} запросов/с${multiple(answer.n)}`;
  const trial = result.trials.find((candidate) => candidate.number === answer.decisive);
  const held = figures.duration(trial?.measurement.duration_s ?? answer.hold_s ?? 0);
  if (answer.outcome === "not_run")
    return `${capital(ru.methods[answer.method] ?? answer.method)}: не выполнялось.`;
  const confirmed =
    trial?.purpose === "confirm" && trial.state === "passed" ? `подтверждено за ${held} ` : "";
  if (answer.method === "capacity") return capacity(answer, result, rate, confirmed);
  if (answer.method === "confirm") {
    if (answer.outcome === "passed") return `Подтверждение: ${rate} удержано ${held}, все SLO соблюдены.`;
    if (answer.outcome === "failed") return `Подтверждение: ${rate} не удержано, SLO нарушены.`;
    return `Подтверждение: удерживается ли ${rate}, сказать нельзя.`;
  }
  if (answer.method === "soak") {
    const said: Record<string, string> = {
      steady: `стабильно при ${rate} в течение ${held}`,
      not_steady: `нестабильно при ${rate}`,
      never_steady: `при ${rate} режим не установился`,
      failed: `при ${rate} SLO нарушены`,
    };
    return `Надёжность: ${said[answer.outcome] ?? `стабильно ли при ${rate}, сказать нельзя`}.`;
  }
  return load(answer, result, rate);
}

function capacity(answer: AnswerModel, result: ResultModel, rate: string, confirmed: string): string {
  const slos = slosOf(result);
  const kind = ru.arrivals[result.run.arrivals] ?? printable(result.run.arrivals);
  const [low, high] = [figures.rate(answer.low), figures.rate(answer.high)];
  if (answer.outcome === "found") {
    return `Сервис держит ${rate} при ${slos} (интервал от ${low} до ${high}/с; ${kind}; ${confirmed}в пределах одного запуска).`;
  }
  if (answer.outcome === "at_least") {
    return `Сервис держит не менее ${rate} при ${slos}: наибольшая разрешённая интенсивность прошла (${kind}).`;
  }
  if (answer.outcome === "none_passed")
    return `Ни при одной испытанной интенсивности сервис не держит ${slos} (${kind}).`;
  const known = answer.low === null ? "ни одна интенсивность не прошла" : `наибольшая прошедшая — ${low}/с`;
  const failed = answer.high === null ? "" : `, наименьшая не прошедшая — ${high}/с`;
  return `Максимальная производительность при ${slos} не определена: ${known}${failed} (${kind}).`;
}

function load(answer: AnswerModel, result: ResultModel, rate: string): string {
  const at = answer.rate === null ? "при наибольшей достижимой интенсивности" : `при ${rate}`;
  const slos = slosOf(result);
  if (result.run.slos.length === 0 && answer.outcome === "passed")
    return `Без SLO ничего не оценивается: нагрузка ${at}.`;
  if (answer.outcome === "passed") return `Сервис держит ${slos} ${at}.`;
  if (answer.outcome === "failed") return `Сервис нарушает ${slos} ${at}.`;
  if (answer.outcome === "invalid") return `Измерение ${at} недостоверно и ничего не говорит о сервисе.`;
  return `Держит ли сервис ${slos} ${at}, сказать нельзя.`;
}

function slosOf(result: ResultModel): string {
  const texts = result.run.slos.filter((slo) => slo.kind !== "rate").map((slo) => sloText(slo.text, ru));
  return texts.length ? texts.join(" и ") : "отсутствии SLO";
}

function multiple(n: number | null): string {
  return n === null ? "" : ` (N = ${figures.rate(n)})`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

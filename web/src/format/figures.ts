/** Figures as `loadproof/report/figures.py` writes them, in the manner of each language. */

export type Language = "en" | "ru";

const MARKS = {
  en: { decimal: ".", group: ",", space: " ", hours: "h", minutes: "min", seconds: "s" },
  ru: { decimal: ",", group: "\u202f", space: "\u00a0", hours: "ч", minutes: "мин", seconds: "с" },
} as const;
const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p99_9: 0.999 } as const;
const CALLS_BEYOND = 10;

export type Percentile = keyof typeof QUANTILES;
export const NOTHING = "–";

/** The calls that a percentile needs, so that at least ten lie beyond it. */
export function callsNeeded(percentile: Percentile): number {
  return Math.round(CALLS_BEYOND / (1 - QUANTILES[percentile]));
}

export class Figures {
  private readonly marks: (typeof MARKS)[Language];

  constructor(language: Language) {
    this.marks = MARKS[language];
  }

  /** Three significant digits, without a unit. */
  value(value: number | null | undefined): string {
    if (value == null || !Number.isFinite(value)) return NOTHING;
    const size = Math.abs(value);
    return this.fixed(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
  }

  /** As `value`, without zeros at the end. */
  rate(value: number | null | undefined): string {
    const text = this.value(value);
    return text.includes(this.marks.decimal) ? text.replace(/0+$/, "").replace(/[.,]$/, "") : text;
  }

  /** As `rate`, with the digits that a value below 0.1 needs. */
  exact(value: number): string {
    if (value === 0 || !Number.isFinite(value) || Math.abs(value) >= 0.1) return this.rate(value);
    const decimals = Math.min(9, 2 - Math.floor(Math.log10(Math.abs(value))));
    const text = this.fixed(value, decimals).replace(/0+$/, "").replace(/[.,]$/, "");
    return text === "-0" ? "0" : text;
  }

  count(value: number): string {
    return this.fixed(value, 0);
  }

  percent(percent: number | null | undefined): string {
    const unit = `${this.marks.space}%`;
    if (percent == null || !Number.isFinite(percent)) return NOTHING;
    if (percent > 0 && percent < 0.005) return `<${this.marks.space}0${this.marks.decimal}01${unit}`;
    return this.rate(percent) + unit;
  }

  /** A percentile of so many calls in ms; `tooFew` where fewer than ten lie beyond it. */
  percentile(value: number | null, percentile: Percentile, calls: number, tooFew: string): string {
    return calls > 0 && calls < callsNeeded(percentile) ? tooFew : this.value(value);
  }

  /** In its own units, the two largest at most. */
  duration(seconds: number): string {
    const { space, hours, minutes, seconds: unit, decimal } = this.marks;
    const tenths = Math.round(seconds * 10);
    if (seconds < 10 && tenths % 10) {
      return `${Math.floor(tenths / 10)}${decimal}${tenths % 10}${space}${unit}`;
    }
    const [parts, larger, smaller] =
      Math.round(seconds) < 3600
        ? [Math.round(seconds), minutes, unit]
        : [Math.round(seconds / 60), hours, minutes];
    const rest = `${parts % 60}${space}${smaller}`;
    if (parts < 60) return rest;
    const whole = `${Math.floor(parts / 60)}${space}${larger}`;
    return parts % 60 ? `${whole} ${rest}` : whole;
  }

  /** Time since the run began, as a clock shows it; below zero what came before the begin of a start's load. */
  clock(seconds: number): string {
    if (Math.round(seconds) < 0) return `−${this.clock(-seconds)}`;
    const whole = Math.round(seconds);
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    const two = (part: number): string => String(part).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  }

  private fixed(value: number, decimals: number): string {
    const [whole = "", fraction] = value.toFixed(decimals).split(".");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, this.marks.group);
    return fraction === undefined ? grouped : grouped + this.marks.decimal + fraction;
  }
}

/** Figures as `loadproof/words` writes them: digits by what a number is, marks and units by the language. */

const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p99_9: 0.999 } as const;
const CALLS_BEYOND = 10;
const MOST_DECIMALS = 9;
export type Percentile = keyof typeof QUANTILES;
export const NOTHING = "–";

type Unit =
  | "hour"
  | "minute"
  | "second"
  | "millisecond"
  | "microsecond"
  | "percent"
  | "byte"
  | "kilobyte"
  | "megabyte"
  | "gigabyte"
  | "mebibyte"
  | "gibibyte";
/** Tells the unit of a number. */
type TellUnit = (code: `unit-${Unit}`, values: { number: string }) => string;

/** The calls that a percentile needs, so that at least ten lie beyond it. */
export function callsNeeded(percentile: Percentile): number {
  return Math.round(CALLS_BEYOND / (1 - QUANTILES[percentile]));
}

export class Figures {
  constructor(
    private readonly language: string,
    private readonly tellUnit: TellUnit,
  ) {}

  /** Three significant digits, all digits of a number above 100; trailing zeros stay. */
  value(value: number | null | undefined): string {
    if (value == null || !Number.isFinite(value)) return NOTHING;
    return this.fixed(value, decimalsOf(value));
  }

  /** As `value`, without trailing zeros. */
  rate(value: number | null | undefined): string {
    if (value == null || !Number.isFinite(value)) return NOTHING;
    return this.shortened(value, decimalsOf(value));
  }

  count(value: number): string {
    return this.fixed(value, 0);
  }

  /** A small share is never rounded to nothing. */
  percent(percent: number | null | undefined): string {
    if (percent == null || !Number.isFinite(percent)) return NOTHING;
    const isSmall = percent > 0 && percent < 0.005;
    return `${isSmall ? "<\u00a0" : ""}${this.unit("percent", isSmall ? this.rate(0.01) : this.rate(percent))}`;
  }

  /** A number that is written, with its unit. */
  unit(unit: Unit, number: string): string {
    return this.tellUnit(`unit-${unit}`, { number });
  }

  /** In its own units, the two largest at most. */
  duration(seconds: number): string {
    const tenths = Math.round(seconds * 10);
    if (seconds < 10 && tenths % 10) return this.unit("second", this.rate(tenths / 10));
    const [parts, larger, smaller] =
      Math.round(seconds) < 3600
        ? ([Math.round(seconds), "minute", "second"] as const)
        : ([Math.round(seconds / 60), "hour", "minute"] as const);
    const rest = this.unit(smaller, this.count(parts % 60));
    if (parts < 60) return rest;
    const whole = this.unit(larger, this.count(Math.floor(parts / 60)));
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

  /** With so many decimals; a half is rounded away from zero. */
  fixed(value: number, decimals: number): string {
    return signed(written(this.language, decimals, decimals).format(rounded(value, decimals)));
  }

  private shortened(value: number, decimals: number): string {
    return signed(written(this.language, 0, decimals).format(rounded(value, decimals)));
  }
}

/** With a minus sign, which is as wide as a plus. */
function signed(text: string): string {
  return text.replace("-", "−");
}

/** Decimals of three significant digits; below 1e-9 a number is 0. */
function decimalsOf(value: number): number {
  const size = Math.abs(value);
  if (size >= 99.95) return 0;
  if (size >= 9.995) return 1;
  return size >= 0.9995 || size === 0 ? 2 : Math.min(MOST_DECIMALS, 2 - Math.floor(Math.log10(size)));
}

/** By the digits of the binary number itself, as Python does; Intl would round the shortest text of it. Never -0. */
function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A chart writes thousands of figures, and to make a format takes far longer than to use one. */
function written(language: string, least: number, most: number): Intl.NumberFormat {
  const key = `${language} ${least} ${most}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      useGrouping: "always",
    });
    formats.set(key, format);
  }
  return format;
}

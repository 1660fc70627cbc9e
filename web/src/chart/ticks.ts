/** Round values from `low` to `high`, about `wanted` of them. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const rough = (high - low) / wanted;
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
  const found: number[] = [];
  for (let times = Math.ceil(low / step - 1e-9); times * step <= high * (1 + 1e-9); times += 1) {
    found.push(Number((times * step).toPrecision(6)));
  }
  return found;
}

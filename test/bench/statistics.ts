/** The value at this quantile (0 to 1). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** One ratio of the bench, and the bound it must keep. */
export interface Measure {
  readonly name: string;
  readonly ours: string;
  readonly base: string;
  readonly ratio: number;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
}

export function isKept({ ratio, bound }: Measure): boolean {
  return 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost;
}

/** A table for people. */
export function table(measures: readonly Measure[]): string {
  const rows = measures.map((measure) => [
    measure.name,
    measure.ours,
    measure.base,
    measure.ratio.toFixed(2),
    'atLeast' in measure.bound ? `at least ${measure.bound.atLeast}` : `at most ${measure.bound.atMost}`,
    isKept(measure) ? 'kept' : 'MISSED',
  ]);
  const all = [['', 'Counterbell', 'compared with', 'ratio', 'bound', ''], ...rows];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}

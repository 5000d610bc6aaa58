/** One ratio of the bench, and its bound. */
export interface Measure {
  readonly name: string;
  readonly ours: string;
  readonly base: string;
  readonly ratio: number;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
}

export function isWithinBound({ ratio, bound }: Measure): boolean {
  return 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost;
}

/** A measure as two lines of text: what was compared, and the result against the bound. */
export function toText(measure: Measure): string {
  const bound = 'atLeast' in measure.bound ? `at least ${measure.bound.atLeast}` : `at most ${measure.bound.atMost}`;
  const verdict = isWithinBound(measure) ? 'kept' : 'MISSED';
  return `${verdict.padEnd(6)}  ${measure.name}\n        ${measure.ratio.toFixed(2)} (${bound}): ${measure.ours}, ${measure.base}`;
}

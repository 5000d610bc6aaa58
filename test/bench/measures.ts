import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';

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

/** Writes them to `test-results`, or to the system's temporary folder if the checkout is read-only; returns the file. */
export async function keepMeasures(name: string, measures: readonly Measure[], more: object = {}): Promise<string> {
  const root = resolve(import.meta.dirname, '../..');
  const isWritable = await access(root, constants.W_OK).then(
    () => true,
    () => false,
  );
  const folder = isWritable ? join(root, 'test-results') : tmpdir();
  const { version: node, platform } = process;
  const result = {
    at: new Date().toISOString(),
    machine: { node, platform, cpu: cpus()[0]?.model, cores: cpus().length, memory: totalmem() },
    measures: measures.map((measure) => ({ ...measure, kept: isWithinBound(measure) })),
    ...more,
  };
  await mkdir(folder, { recursive: true });
  const file = join(folder, name);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}

import type { Load } from './load.ts';
import type { Measure } from './measures.ts';
import { median, percentile } from './statistics.ts';

/** Rounds of two kinds, run alternately. */
export interface Rounds {
  readonly ours: readonly Load[];
  readonly base: readonly Load[];
  /** the baseline */
  readonly baseName: string;
}

type Round = (amount: number) => Promise<Load>;

interface RoundOptions {
  readonly rounds?: number;
  readonly warmUp?: number;
  readonly amount?: number;
}

/** Runs both alternately, after a warm-up of each. */
export async function runAlternately(
  [baseName, runBase]: readonly [name: string, Round],
  runOurs: Round,
  { rounds = 5, warmUp = 5_000, amount = 20_000 }: RoundOptions = {},
): Promise<Rounds> {
  const [base, ours]: [Load[], Load[]] = [[], []];
  await runBase(warmUp);
  await runOurs(warmUp);
  for (let count = 0; count < rounds; count += 1) {
    base.push(await runBase(amount));
    ours.push(await runOurs(amount));
  }
  return { ours, base, baseName };
}

type Names = Pick<Measure, 'name' | 'bound'>;

/** Requests per second: median ratio of each round to the previous one. */
export function throughput({ ours, base, baseName }: Rounds, { name, bound }: Names, what = 'messages'): Measure {
  const rate = (loads: readonly Load[]): string =>
    `${Math.round(median(loads.map(({ requestsPerSecond }) => requestsPerSecond)))} ${what}/s`;
  const ratio = median(
    ours.map(({ requestsPerSecond }, index) => requestsPerSecond / (base[index]?.requestsPerSecond ?? Number.NaN)),
  );
  return { name, ours: rate(ours), base: `${baseName} ${rate(base)}`, ratio, bound };
}

/** 99th percentile of the response times: median ratio of each round to the previous one. */
export function slowest({ ours, base, baseName }: Rounds, { name, bound }: Names): Measure {
  const p99 = ({ latencies }: Load): number => percentile(latencies, 0.99);
  const middle = (loads: readonly Load[]): string => `${median(loads.map(p99)).toFixed(1)} ms`;
  const ratio = median(
    ours.map((load, index) => p99(load) / p99(base[index] ?? { requestsPerSecond: 0, latencies: [] })),
  );
  return { name, ours: middle(ours), base: `${baseName} ${middle(base)}`, ratio, bound };
}

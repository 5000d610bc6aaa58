import type { CatchUp } from '#shared/contract/desktop.ts';

/** What happened while nobody could see it, in a line; undefined where nothing did. */
export function catchUpWords({ waiting, failed }: Pick<CatchUp, 'waiting' | 'failed'>): string | undefined {
  const parts = [
    waiting === 0 ? undefined : waiting === 1 ? '1 customer is waiting' : `${String(waiting)} customers are waiting`,
    failed === 0 ? undefined : failed === 1 ? '1 reply was not delivered' : `${String(failed)} replies were not delivered`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `${parts.join(', ')}.`;
}

import type { CatchUp } from '#shared/contract/desktop.ts';
import { app } from '#shared/words/en/app.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('app', app);

/** What happened while nobody could see it, in a line; undefined where nothing did. */
export function catchUpWords({ waiting, failed }: Pick<CatchUp, 'waiting' | 'failed'>): string | undefined {
  if (waiting > 0 && failed > 0)
    return say('catchUp.both', {
      waiting: say('catchUp.waitingAnd', { count: waiting }),
      failed: say('catchUp.failedAnd', { count: failed }),
    });
  if (waiting > 0) return say('catchUp.waiting', { count: waiting });
  return failed > 0 ? say('catchUp.failed', { count: failed }) : undefined;
}

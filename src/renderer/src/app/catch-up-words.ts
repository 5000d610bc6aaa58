import { i18n } from '#renderer/language/i18n.ts';
import type { CatchUp } from '#shared/contract/desktop.ts';

/** What happened while nobody could see it, in a line; undefined where nothing did. */
export function catchUpWords({ waiting, failed }: Pick<CatchUp, 'waiting' | 'failed'>): string | undefined {
  if (waiting > 0 && failed > 0)
    return i18n.t('app:catchUp.both', {
      waiting: i18n.t('app:catchUp.waitingAnd', { count: waiting }),
      failed: i18n.t('app:catchUp.failedAnd', { count: failed }),
    });
  if (waiting > 0) return i18n.t('app:catchUp.waiting', { count: waiting });
  return failed > 0 ? i18n.t('app:catchUp.failed', { count: failed }) : undefined;
}

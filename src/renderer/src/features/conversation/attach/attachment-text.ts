import { i18n } from '#renderer/language/i18n.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { sizeWords } from '#renderer/components/amounts.ts';
import type { Attachment } from './attachment.ts';

/** What became of an upload that did not work, and whether trying again may help. */
export function uploadProblem(error: unknown): { readonly problem: string; readonly remedy?: 'retry' } {
  if (!(error instanceof ContractError))
    return { problem: i18n.t('conversation:attach.uploadProblem.problem'), remedy: 'retry' };
  return { problem: error.message, ...(error.code !== 'file_refused' && { remedy: 'retry' }) };
}

/** What is known of an attachment, in a line: "Photo", "1600 × 1200", "1.4 MB". */
export function detailWords(
  { sentAs, nature, size, width, height, duration, isOriginal }: Attachment,
  durationWords: (seconds: number) => string,
  takes: boolean,
): readonly string[] {
  return [
    i18n.t(`chat:kinds.${nature}`),
    duration === undefined ? undefined : durationWords(duration),
    width === undefined || height === undefined ? undefined : `${String(width)} × ${String(height)}`,
    sizeWords(size),
    sentAs !== nature ? i18n.t('conversation:attach.asFile') : undefined,
    isOriginal === true ? i18n.t('conversation:attach.original') : undefined,
    takes ? undefined : i18n.t('conversation:attach.asLink'),
  ].filter((detail) => detail !== undefined);
}

/** What the tray as a whole says to who cannot see it. */
export function trayWords(list: readonly Attachment[]): string {
  const ready = list.filter(({ progress }) => progress.at === 'ready').length;
  const failed = list.filter(({ progress }) => progress.at === 'failed').length;
  const count = list.length;
  if (failed > 0) return i18n.t('conversation:attach.tray.failed', { count, failed });
  return ready === count
    ? i18n.t('conversation:attach.tray.ready', { count })
    : i18n.t('conversation:attach.tray.uploading', { count });
}

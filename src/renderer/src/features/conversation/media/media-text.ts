import type { MessageKind } from '#shared/domain/message-preview.ts';
import { sizeWords } from '#renderer/components/amounts.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { MediaState } from '#shared/contract/media.ts';

/** "Get photo, 24 MB" */
export function getWords(kind: MessageKind, size: number | undefined): string {
  return size === undefined
    ? i18n.t(`conversation:media.get.${kind}`)
    : i18n.t(`conversation:media.getSized.${kind}`, { size: sizeWords(size) });
}

type Refused = Extract<MediaState, { state: 'refused' }>;

/** Why a file is not shown. */
export function refusalWords({ reason, status }: Pick<Refused, 'reason' | 'status'>): string {
  const key = reason === 'status' && (status === 404 || status === 410) ? 'gone' : reason;
  return i18n.t(`conversation:media.refusal.${key}`, { status: String(status) });
}

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
  switch (reason) {
    case 'forbidden_address':
      return i18n.t('conversation:media.refusal.forbiddenAddress');
    case 'unreachable':
      return i18n.t('conversation:media.refusal.unreachable');
    case 'timeout':
      return i18n.t('conversation:media.refusal.timeout');
    case 'status':
      return status === 404 || status === 410
        ? i18n.t('conversation:media.refusal.status.gone')
        : status === undefined
          ? i18n.t('conversation:media.refusal.status.noStatus')
          : i18n.t('conversation:media.refusal.status.text', { status: String(status) });
    case 'redirects':
      return i18n.t('conversation:media.refusal.redirects');
    case 'too_large':
      return i18n.t('conversation:media.refusal.tooLarge');
    case 'wrong_type':
      return i18n.t('conversation:media.refusal.wrongType');
    case 'too_many_pixels':
      return i18n.t('conversation:media.refusal.tooManyPixels');
    case 'broken':
      return i18n.t('conversation:media.refusal.broken');
    case 'no_space':
      return i18n.t('conversation:media.refusal.noSpace');
    case 'expired':
      return i18n.t('conversation:media.refusal.expired');
  }
}

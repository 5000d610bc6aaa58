import { useTranslation } from 'react-i18next';
import { lazy } from '#renderer/components/lazy.tsx';
import type { ChannelKindScreens } from '../channels/channel-kind.ts';
import { FieldsSkeleton } from '../parts/section.tsx';
import { AddMailDialog } from './add-mail.tsx';

function AddMailText() {
  const { t } = useTranslation('mailbox');
  return t('add.open');
}

/** An email address. */
export const mailScreens = {
  Page: lazy(async () => (await import('./mail-channel.tsx')).MailChannel, FieldsSkeleton),
  AddText: AddMailText,
  AddDialog: AddMailDialog,
} satisfies ChannelKindScreens;

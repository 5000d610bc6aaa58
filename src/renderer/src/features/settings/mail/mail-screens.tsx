import { lazy } from '#renderer/components/lazy.tsx';
import type { ChannelKindScreens } from '../channels/channel-kind.ts';
import { FieldsSkeleton } from '../parts/section.tsx';
import { AddMailDialog } from './add-mail.tsx';

/** An email address. */
export const mailScreens = {
  Page: lazy(async () => (await import('./mail-channel.tsx')).MailChannel, FieldsSkeleton),
  AddDialog: AddMailDialog,
} satisfies ChannelKindScreens;

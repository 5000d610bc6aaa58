import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import { mailScreens } from '../mail/mail-screens.tsx';
import { siteScreens } from '../site/site-screens.tsx';
import type { ChannelKindScreens } from './channel-kind.ts';
import { customScreens } from './custom-screens.tsx';

/** The settings screens of each kind of channel; the kind to add first comes first. */
export const channelKindScreens: Readonly<Record<ChannelKind, ChannelKindScreens>> = {
  site: siteScreens,
  email: mailScreens,
  custom: customScreens,
};

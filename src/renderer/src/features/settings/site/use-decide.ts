import { useTranslation } from 'react-i18next';
import { useAction } from '#renderer/components/actions.tsx';
import { notify, undoAction } from '#renderer/components/toaster.tsx';
import { useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import type { Channel } from '#shared/domain/entities.ts';
import type { WebsiteState } from '#shared/domain/site.ts';
import { isSameSite } from '#shared/domain/site-addresses.ts';
import { websiteStateOf } from '#shared/domain/websites.ts';

/** Decides about a website; a toast says it and can undo it, unless another window has decided otherwise before. */
export function useDecide(channel: Channel) {
  const { t } = useTranslation('website');
  const update = useUpdateChannel(channel.id);
  const { run } = useAction(t('failed'));
  return async (host: string, to: WebsiteState, notice: string): Promise<void> => {
    if (channel.site === undefined) return;
    const from = websiteStateOf(channel.site, host);
    const at = channel.site.otherSites.find((other) => isSameSite(other.host, host))?.at;
    const { site } = await update({ website: { host, from, to } });
    if (site === undefined || websiteStateOf(site, host) !== to) return;
    const undo = (): void => void run(() => update({ website: { host, from: to, to: from, at } }));
    notify(notice, { id: 'websites', action: undoAction(undo) });
  };
}

import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { buttonStyles } from '#renderer/components/button.tsx';
import { createPersisted } from '#renderer/state/page-state.ts';
import { useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useChats } from '#renderer/rpc/use-chats.ts';
import { usePublicAddress, useConnectionView, useLetterbox } from '#renderer/rpc/use-directory.ts';
import type { Channel, Chat } from '#shared/domain/entities.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import { chatPageAddress } from '#shared/domain/site-addresses.ts';
import { hasWebsite } from '#shared/domain/site-addresses.ts';
import { guideProgress, isOnWebsite, siteOf } from './site-settings.ts';

export const GUIDE = 'guide';

/** Channels whose look was left as it is; kept on this device. */
export const useKeptDefaultLook = createPersisted<{ readonly channels: readonly string[] }>('guide', { channels: [] });

/** Lists where the window was seen since the start, the latest first. */
export function useSeen({ id }: Pick<Channel, 'id'>) {
  return useRouteQueryFor('owner', 'sites.seen', { channelId: id }, { select: ({ seen }) => seen }).data;
}

/** A chat that was written on one of these websites, open or closed: the proof that visitors can write there. */
export function useWebsiteChat(channel: Channel, hosts: readonly string[]): Chat | undefined {
  const chatPage = chatPageAddress(usePublicAddress(), channel);
  const open = useChats('open', { channelId: channel.id }).data ?? [];
  const closed = useChats('closed', { channelId: channel.id }).data ?? [];
  return [...open, ...closed].find(({ customer }) => isOnWebsite(customer.url, hosts, chatPage));
}

/** Progress of the guide; undefined until known. */
export function useProgress(channel: Channel) {
  const isLookFine = useKeptDefaultLook(({ channels }) => channels.includes(channel.id));
  const view = useConnectionView().data;
  const seen = useSeen(channel);
  const letterbox = useLetterbox(channel.id);
  const { sites } = siteOf(channel);
  const chat = useWebsiteChat(channel, sites);
  const isLetterboxKnown = channel.box === undefined || letterbox !== undefined;
  if (view === undefined || seen === undefined || !isLetterboxKnown) return undefined;
  return guideProgress({
    view,
    channel,
    letterbox,
    isLookFine,
    isAllowed: hasWebsite(channel),
    isSeen: seen.length > 0,
    isWritten: chat !== undefined,
  });
}

/** The way back into the guide: prominent until somebody has written on the website, then a quiet link. */
export function GuideLink({ channel, isNamed = false }: { readonly channel: Channel; readonly isNamed?: boolean }) {
  const { t } = useTranslation('website');
  const progress = useProgress(channel);
  if (channel.secretLost === true || progress === undefined) return null;
  const path = channelPath(channel.id, GUIDE);
  const isPlaced = progress.site === 'done' || (channel.box !== undefined && progress.address === 'done');
  if (progress.proof === 'done')
    return isNamed ? null : (
      <Link href={path} className="self-start text-ui underline">
        {t('guide.again')}
      </Link>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-accent-tint px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-ui">
        {isNamed && <strong className="font-semibold">{channel.name}: </strong>}
        {t(isPlaced ? 'guide.notWritten' : 'guide.unfinished')}
      </p>
      <Link href={path} className={buttonStyles({ variant: 'primary' })}>
        {t('guide.resume')}
      </Link>
    </div>
  );
}

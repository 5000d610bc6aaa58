import { customerName as nameOf } from '#shared/locales/call-texts.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { RouteInput, RouteOutput, RouteName } from '#shared/contract/routes.ts';
import type { Channel, Chat, Operator } from '#shared/domain/entities.ts';
import type { HoursSettings } from '#shared/contract/hours.ts';
import type { ConnectionView } from '#shared/contract/connection.ts';
import type { HostFeature } from '#shared/contract/setup.ts';
import type { LetterboxView } from '#shared/contract/letterboxes.ts';
import type { MailboxView } from '#shared/contract/mailboxes.ts';
import { useRouteQuery, useCachedMutation, useMay, useRouteQueryFor } from './ask.ts';

/** `always`: counts in the answer are refetched when a screen opens; otherwise they may be outdated. */
type Refetch = 'always' | true;

export function useMe() {
  return useRouteQuery('operators.me', {});
}

export function useOperators() {
  return useRouteQuery('operators.list', {}, { select: ({ operators }) => operators });
}

/** One operator; undefined until known, or once removed. */
export function useOperator(operatorId: string | undefined) {
  return useOperators().data?.find(({ id }) => id === operatorId);
}

export function useOwnerNames(): readonly string[] {
  return (useOperators().data ?? []).filter(({ role }) => role === 'owner').map(({ name }) => name);
}

/** True unless this host does without it. */
export function useOffers(feature: HostFeature): boolean {
  return useRouteQuery('setup.get', {}).data?.notOffered?.includes(feature) !== true;
}

/** Whether several hosts may share the installation; undefined until known. */
export function useHasNodes(): boolean | undefined {
  const setup = useRouteQuery('setup.get', {}).data;
  return setup && setup.hasNodes === true;
}

/** Sets whether customers can reach this operator; shown at once. */
export function useSetPresence() {
  return useCachedMutation('operators.setPresence', 'operators.me', {
    optimistic: (me, { presence }) => ({ ...me, presence }),
    after: (me) => me,
  });
}

/** Changes this operator's name or photo; an empty photo removes it. */
export function useUpdateMe() {
  return useCachedMutation('operators.update', 'operators.me', { after: (me: Operator) => me });
}

/** All channels, with their number of open chats. */
export function useChannels(refetchOnMount: Refetch = true) {
  return useRouteQuery('channels.list', {}, { refetchOnMount, select: ({ channels }) => channels });
}

/** One channel; undefined until known, or once removed. */
export function useChannel(channelId: string | undefined) {
  return useChannels().data?.find(({ id }) => id === channelId);
}

/** A channel's name, also once removed; empty until known. */
export function useChannelName(channelId: string): string {
  const channels = useChannels().data;
  if (channels === undefined) return '';
  return channels.find(({ id }) => id === channelId)?.name ?? i18n.t('common:removedChannel');
}

/** A customer's name, or the page where they wrote. */
export function customerName(customer: Parameters<typeof nameOf>[0]): string {
  return nameOf(customer, i18n);
}

/** The changed fields of a channel, or a function of the channel when the change's turn comes. */
type ChannelChange = ChannelFields | ((now: Channel) => ChannelFields);
type ChannelFields = Omit<RouteInput<'channels.update'>, 'channelId'>;

/** Changes one channel; changes are sent one at a time. */
export function useUpdateChannel(channelId: string): (change: ChannelChange) => Promise<Channel> {
  const { mutateAsync } = useCachedMutation('channels.update', 'channels.list', {
    after: (channel, known) =>
      known && { channels: known.channels.map((old) => (old.id === channel.id ? { ...old, ...channel } : old)) },
    sequential: true,
  });
  return (change) =>
    mutateAsync(({ channels }) => {
      const now = channels.find(({ id }) => id === channelId);
      return { channelId, ...(typeof change === 'function' ? now && change(now) : change) };
    });
}

/** All bots, in the order they are asked, with their counted requests. */
export function useBots(refetchOnMount: Refetch = true) {
  return useRouteQuery('bots.list', {}, { refetchOnMount, select: ({ bots }) => bots });
}

/** One bot; undefined until known, or once removed. */
export function useBot(botId: string | undefined): Bot | undefined {
  return useBots().data?.find(({ id }) => id === botId);
}

/** The bot that would get this chat back: the last one that had it if it is on the channel, else the first there. */
export function botForChat(bots: readonly Bot[], chat: Chat): Bot | undefined {
  const able = bots.filter(
    ({ state, channelIds }) => (state === 'working' || state === 'blocked') && channelIds.includes(chat.channelId),
  );
  return able.find(({ id }) => id === chat.botId) ?? able[0];
}

/** Opening hours, waiting thresholds, and what is open now. */
export function useHours() {
  return useRouteQuery('hours.get', {});
}

/** Minutes of waiting after which a chat turns amber, and red; undefined until known. */
export function useWaitingLimits(): HoursSettings['waiting'] | undefined {
  return useHours().data?.settings.waiting;
}

/** All tags, by name. */
export function useTags() {
  return useRouteQuery('tags.list', {}, { select: ({ tags }) => tags });
}

/** Saved replies, by shortcut. */
export function useSavedReplies() {
  return useRouteQuery('savedReplies.list', {}, { select: ({ replies }) => replies });
}

/** The operators' stickers, in the order they were added. */
export function useStickers() {
  return useRouteQuery('stickers.list', {}, { select: ({ stickers }) => stickers });
}

/** The media settings, and how much is stored. */
export function useMediaSettings(refetchOnMount: Refetch = true) {
  return useRouteQuery('media.settings', {}, { refetchOnMount });
}

/** Milliseconds between polls while a restore restarts the app. */
const RESTORE_POLL_INTERVAL = 2000;

/** Jobs, newest first: running, and recently ended. */
export function useJobs() {
  return useRouteQueryFor(
    'owner',
    'jobs.list',
    {},
    {
      select: ({ jobs }) => jobs,
      // After a restore, this operator may no longer exist; no event says so, but the next answer does.
      refetchInterval: ({ state }) =>
        state.data?.jobs.some((job) => job.kind === 'restore' && (job.state === 'running' || job.state === 'done')) ===
        true
          ? RESTORE_POLL_INTERVAL
          : false,
      refetchIntervalInBackground: true,
    },
  );
}

/** A customer's presence on the website; without a visitor, they have not been there for half an hour. */
export type Whereabouts = RouteOutput<'visitors.find'>;

/** Tells where a customer of a website is; undefined until known, or without a customer. */
export function useWhereabouts(customerId: string | undefined): Whereabouts | undefined {
  return useRouteQuery('visitors.find', customerId === undefined ? undefined : { customerId }).data;
}

export function isOnSite({ visitor }: Whereabouts): boolean {
  return visitor !== undefined && visitor.leftAt === undefined;
}

/** The listener's public address, and whether it is reachable. */
export function useConnectionView() {
  return useRouteQueryFor('owner', 'connection.get', {});
}

/** The listener's public address, current or configured; without a trailing slash, empty until known. */
export function usePublicAddress(): string {
  return useConnectionView().data?.reach.url ?? '';
}

/** The letterboxes on the owner's websites: none for other operators; undefined until known. */
export function useLetterboxes(): readonly LetterboxView[] | undefined {
  const channels = useChannels().data;
  const isOwner = useMay('owner');
  const hasAny = isOwner === true && channels?.some(({ box }) => box !== undefined) === true;
  const { data } = useRouteQueryFor('owner', 'letterboxes.list', hasAny ? {} : undefined);
  if (channels === undefined || isOwner === undefined) return undefined;
  return hasAny ? data?.letterboxes : NO_LETTERBOXES;
}

const NO_LETTERBOXES: readonly LetterboxView[] = [];

/** The letterbox of one channel; undefined until known, and without one. */
export function useLetterbox(channelId: string): LetterboxView | undefined {
  return useLetterboxes()?.find((letterbox) => letterbox.channelId === channelId);
}

/** The mailbox of a channel, for owners; undefined until known, and without one. */
export function useMailbox({ id, email }: Pick<Channel, 'id' | 'email'>): MailboxView | undefined {
  const { data } = useRouteQueryFor('owner', 'mailboxes.list', email === undefined ? undefined : {});
  return data?.mailboxes.find(({ channelId }) => channelId === id);
}

/** The mailbox that answers visitors who have left: its settings; undefined without one. */
export function useAnsweringMailbox(): Channel['email'] {
  return useChannels().data?.find(({ email, secretLost }) => email?.answersLeft === true && secretLost !== true)?.email;
}

/** Routes that answer with the state of the connection method. */
type ConnectionRoute = Extract<RouteName, `connection.${string}`> &
  { [Route in RouteName]: RouteOutput<Route> extends ConnectionView ? Route : never }[RouteName];

function useConnectionChange<Route extends ConnectionRoute>(route: Route, sequential = false) {
  return useCachedMutation<Route, 'connection.get'>(route, 'connection.get', {
    after: (view: ConnectionView) => view,
    sequential,
  });
}

export function useConnectionChanges() {
  return {
    change: useConnectionChange('connection.change', true),
    importCertificate: useConnectionChange('connection.importCertificate', true),
    renewAuthority: useConnectionChange('connection.renewAuthority', true),
    dismissMovedPort: useConnectionChange('connection.dismissMovedPort'),
    dismissFormerUrl: useConnectionChange('connection.dismissFormerUrl'),
  };
}

import type { Bot } from '#shared/domain/bots.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import type { Channel, Chat, Operator } from '#shared/domain/entities.ts';
import type { HoursSettings } from '#shared/contract/hours.ts';
import { useAsk, useChange } from './ask.ts';

/** Whether what is counted in an answer is counted anew when a screen opens; else it is as old as the last question. */
interface Counting {
  readonly countedAnew?: boolean;
}

const counting = ({ countedAnew = false }: Counting) => ({ refetchOnMount: countedAnew ? ('always' as const) : true });

/** The operator who is signed in here. */
export function useMe() {
  return useAsk('operators.me', {});
}

/** Whether this operator is the installation's first, whose the machinery behind the chats is. */
export function useIsOwner(): boolean {
  return useMe().data?.first === true;
}

/** Everybody who works here. */
export function useOperators() {
  return useAsk('operators.list', {}, { select: ({ operators }) => operators });
}

/** Says at once whether customers can reach this operator. */
export function useSetPresence() {
  return useChange('operators.setPresence', 'operators.me', {
    guess: (me, { presence }) => ({ ...me, presence }),
    after: (me) => me,
  });
}

/** Changes this operator's name or photo; an empty photo takes it away. */
export function useUpdateMe() {
  return useChange('operators.update', 'operators.me', { after: (me: Operator) => me });
}

/** All channels, with how many of their chats are open. */
export function useChannels(options: Counting = {}) {
  return useAsk('channels.list', {}, { ...counting(options), select: ({ channels }) => channels });
}

/** One channel; undefined while it is not known, or after it was removed. */
export function useChannel(channelId: string | undefined) {
  return useChannels().data?.find(({ id }) => id === channelId);
}

/** What can be changed of a channel, or what a change makes of the channel as it is when its turn comes. */
type ChannelChange = ChannelFields | ((now: Channel) => ChannelFields);
type ChannelFields = Omit<RouteInput<'channels.update'>, 'channelId'>;

/** Changes one channel; its changes go one after the other. */
export function useChangeOfChannel(channelId: string): (change: ChannelChange) => Promise<Channel> {
  const { mutateAsync } = useChange('channels.update', 'channels.list', {
    after: (channel, known) =>
      known && { channels: known.channels.map((old) => (old.id === channel.id ? { ...old, ...channel } : old)) },
    inTurn: true,
  });
  return (change) =>
    mutateAsync(({ channels }) => {
      const now = channels.find(({ id }) => id === channelId);
      return { channelId, ...(typeof change === 'function' ? now && change(now) : change) };
    });
}

/** All bots, in the order in which they are asked, with how many of their requests count. */
export function useBots(options: Counting = {}) {
  return useAsk('bots.list', {}, { ...counting(options), select: ({ bots }) => bots });
}

/** One bot; undefined while it is not known, or after it was removed. */
export function useBot(botId: string | undefined): Bot | undefined {
  return useBots().data?.find(({ id }) => id === botId);
}

/** The bot that would get this chat back: the one that had it last where it works on the channel, else the first that does. */
export function botForChat(bots: readonly Bot[], chat: Chat): Bot | undefined {
  const able = bots.filter(
    ({ state, channelIds }) => (state === 'working' || state === 'blocked') && channelIds.includes(chat.channelId),
  );
  return able.find(({ id }) => id === chat.botId) ?? able[0];
}

/** Working hours, waiting times, and what is open now. */
export function useHours() {
  return useAsk('hours.get', {});
}

/** From how many minutes of waiting a chat is amber, and red; undefined until it is known. */
export function useWaitingLimits(): HoursSettings['waiting'] | undefined {
  return useHours().data?.settings.waiting;
}

/** All tags, by name. */
export function useTags() {
  return useAsk('tags.list', {}, { select: ({ tags }) => tags });
}

/** What operators say often, by shortcut. */
export function useSavedReplies() {
  return useAsk('savedReplies.list', {}, { select: ({ replies }) => replies });
}

/** The stickers that operators may send, in the order in which they were added. */
export function useStickers() {
  return useAsk('stickers.list', {}, { select: ({ stickers }) => stickers });
}

/** What an owner set about media, and how much is kept. */
export function useMediaSettings(options: Counting = {}) {
  return useAsk('media.settings', {}, counting(options));
}

/** Milliseconds between two questions while a restore is on its way to a new start. */
const WHILE_RESTORING = 2000;

/** Long work, the newest first: what runs, and what ended a while ago. */
export function useJobs() {
  return useAsk(
    'jobs.list',
    {},
    {
      select: ({ jobs }) => jobs,
      // After it, this operator may be a stranger; no event would say so, but the answer to a question does.
      refetchInterval: ({ state }) =>
        state.data?.jobs.some((job) => job.kind === 'restore' && (job.state === 'running' || job.state === 'done')) ===
        true
          ? WHILE_RESTORING
          : false,
      refetchIntervalInBackground: true,
    },
  );
}

import { createHash } from 'node:crypto';
import type { WaitingPosts } from '#main/channels/waiting-posts.ts';
import { type ChannelRecord, isLost } from '#main/settings/installation.ts';
import type { EngineContext } from '#main/store/store.ts';
import { channelKindRules } from '#shared/domain/channel-kinds.ts';
import type { Letters } from '#main/site/letters.ts';
import type { LetterWindow } from '#shared/site/frames.ts';
import { type Asked, type BoxItem, createBoxClient } from './box-client.ts';
import { createHandThrough } from './hand-through.ts';
import { type Letterbox, type LetterboxStatus, startLetterbox } from './letterbox.ts';
import { createSeal } from './seal.ts';

export interface LetterboxesOptions extends Pick<EngineContext, 'clock' | 'log'> {
  readonly channels: () => readonly ChannelRecord[];
  readonly posts: WaitingPosts;
  readonly letters: Letters;
  /** what the website's pages show of a channel's window; undefined: it has none */
  readonly windowOf: (channel: ChannelRecord) => Promise<LetterWindow | undefined>;
  /** what the status of the chat channel interface says of a channel */
  readonly isAvailable: (channel: ChannelRecord) => boolean;
  /** of this computer's listener */
  readonly listenerUrl: () => string;
  /** the status of one of them has changed */
  readonly onStatus: () => void;
}

/** The letterboxes on the owner's websites: fetches what waits there while the app is on. */
export function startLetterboxes(options: LetterboxesOptions) {
  const open = new Map<string, { readonly settings: string; readonly letterbox: Letterbox }>();
  const closing = new Set<Promise<boolean>>();

  const close = (channelId: string): void => {
    const stopping = open
      .get(channelId)
      ?.letterbox.stop()
      .finally(() => closing.delete(stopping as Promise<boolean>));
    if (stopping !== undefined) closing.add(stopping);
    open.delete(channelId);
  };
  /** Opens, changes and closes them as the channels say. */
  const become = (): void => {
    const wanted = new Map(
      options.channels().flatMap((channel) => (settingsOf(channel) === undefined ? [] : [[channel.id, channel]])),
    );
    for (const [channelId, { settings }] of open)
      if (JSON.stringify(settingsOf(wanted.get(channelId))) !== settings) close(channelId);
    for (const [channelId, channel] of wanted) {
      const settings = settingsOf(channel);
      if (settings !== undefined && !open.has(channelId))
        open.set(channelId, { settings: JSON.stringify(settings), letterbox: begin(options, channelId, settings) });
    }
  };
  become();
  options.letters.onWaiting((channelId) => open.get(channelId)?.letterbox.hurry());

  return {
    /** the channels have changed */
    become,
    /** whether somebody is there has changed: the websites are told now */
    tell: (): void => open.forEach(({ letterbox }) => letterbox.say()),
    /** undefined: the channel has none */
    statusOf: (channelId: string): LetterboxStatus | undefined => open.get(channelId)?.letterbox.status(),
    /** looks at one now; resolves once its website has answered, or has not */
    look: async (channelId: string): Promise<void> => open.get(channelId)?.letterbox.look(),
    /** before a channel leaves its website: fetches what waits there and empties it. Resolves to whether that was possible */
    empty: async (channelId: string): Promise<boolean> => (await open.get(channelId)?.letterbox.stop(true)) ?? false,
    stop: async (): Promise<void> => {
      for (const channelId of open.keys()) close(channelId);
      await Promise.all(closing);
    },
  };
}

interface BoxSettings {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

/** undefined: it has none, or what it needs is lost */
function settingsOf(channel: ChannelRecord | undefined): BoxSettings | undefined {
  if (channel?.box === undefined || channel.boxKey === undefined) return undefined;
  const { secret, boxKey: key, box } = channel;
  return isLost(secret) || isLost(key) ? undefined : { url: box.url, key, secret };
}

function begin(options: LetterboxesOptions, channelId: string, { url, key, secret }: BoxSettings): Letterbox {
  const { channels, posts, letters, windowOf, isAvailable, clock, log } = options;
  const find = (): ChannelRecord | undefined => channels().find(({ id }) => id === channelId);
  const handed = createHandThrough({
    listenerUrl: options.listenerUrl,
    log,
    onReply: () => letterbox.hurry(),
  });
  const take = async ({ kind, id = '', from = '', n, at }: BoxItem, body: Buffer): Promise<void> => {
    const channel = find();
    if (kind === 'request') handed.begin(id, body);
    else if (kind === 'post' && channel !== undefined) await posts.take(channel, { body, at, identity: `${n} ${at}` });
    else if (kind === 'frames' && channel !== undefined) await letters.take(channel, { from, body, at });
    else log.warn({ kind }, 'something on the website is of a kind that this version does not know');
  };
  const client = createBoxClient({ url, key, clock });
  const letterbox = startLetterbox({
    client,
    seal: createSeal(secret),
    take,
    say: async () => {
      const channel = find();
      const window = channel && (await windowOf(channel));
      return {
        channels: channel === undefined ? {} : addressesOf(channel, secret, isAvailable(channel)),
        replies: handed.next(),
        out: letters.next(channelId),
        ...(window !== undefined && { window: JSON.stringify({ ...window, script: client.script() }) }),
      };
    },
    hasNews: () => handed.next().length > 0 || letters.isDue(channelId),
    onSaid: ({ replies, out }) => {
      handed.said(replies);
      letters.said(channelId, out);
    },
    onStatus: () => {
      log.info({ channelId, status: letterbox.status() }, 'the letterbox on the website');
      options.onStatus();
    },
    clock,
    log,
  });
  return letterbox;
}

/** The addresses of the chat channel interface, if the channel has one. */
function addressesOf({ kind, publicId }: ChannelRecord, secret: string, isAvailable: boolean): Asked['channels'] {
  if (!channelKindRules[kind].hasAddress) return {};
  const address = createHash('sha256')
    .update(`${secret}/${encodeURIComponent(publicId)}`)
    .digest('hex');
  return { [address]: { id: publicId, status: isAvailable ? 1 : 0 } };
}

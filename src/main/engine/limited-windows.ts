import type { Logger } from 'pino';
import type { EngineEvent } from '#shared/contract/events.ts';
import type { RoleWindows } from './bus.ts';

/** The channel of a chat; undefined: it is gone. */
export type ChannelOf = (chatId: string) => Promise<string | undefined>;

/**
 * The windows of operators who work on some channels only, by operator: each is told of what belongs to those. Without
 * such a window, an event costs nothing.
 */
export function createLimitedWindows({
  channelOf,
  open,
  log,
}: {
  readonly channelOf: ChannelOf;
  readonly open: (toEvent: (event: EngineEvent) => EngineEvent | undefined) => RoleWindows;
  readonly log: Pick<Logger, 'error'>;
}) {
  const groups = new Map<string, { readonly channels: readonly string[]; readonly windows: RoleWindows }>();
  /** in the order of the events, although some have to be looked up */
  let telling = Promise.resolve();
  const tell = async (event: EngineEvent): Promise<void> => {
    const of = ownerOf(event);
    const channelId = of === undefined || 'channelId' in of ? of?.channelId : await channelOf(of.chatId);
    for (const { channels, windows } of groups.values())
      if (of === undefined || (channelId !== undefined && channels.includes(channelId))) windows.dispatch(event);
  };
  return {
    dispatch: (event: EngineEvent): void => {
      for (const [key, { windows }] of groups) if (windows.isEmpty()) groups.delete(key);
      if (groups.size === 0) return;
      telling = telling
        .then(() => tell(event))
        .catch((error: unknown) => log.error({ err: error }, 'a window was not told'));
    },
    of: (operatorId: string, channels: readonly string[]): RoleWindows => {
      const key = JSON.stringify([operatorId, channels]);
      const known = groups.get(key);
      if (known !== undefined) return known.windows;
      const windows = open((event) => ownCounts(event, operatorId));
      groups.set(key, { channels, windows });
      return windows;
    },
  };
}

/** Whose an event is: of a chat, of a channel, or, if undefined, nobody's. */
function ownerOf({
  name,
  data,
}: EngineEvent): { readonly chatId: string } | { readonly channelId: string } | undefined {
  switch (name) {
    case 'message.added':
    case 'chat.changed':
      return data.chat;
    case 'message.changed':
      return data.chat ?? data.message;
    case 'customer.changed':
      return data.customer;
    case 'chat.typing':
    case 'chat.attention':
      return data;
    case 'chats.changed':
    case 'chats.counted':
    case 'customers.erased':
    case 'answers.stale':
      return undefined;
  }
}

/** What others have to do is counted with channels that an operator does not work on. */
function ownCounts(event: EngineEvent, operatorId: string): EngineEvent | undefined {
  if (event.name !== 'chats.counted') return event;
  const counted = event.data.counted.filter((each) => each.operatorId === operatorId);
  return counted.length === 0 ? undefined : { name: event.name, data: { counted } };
}

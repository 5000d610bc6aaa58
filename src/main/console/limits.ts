import type { Store } from '#main/store/store.ts';
import type { Owned } from '#main/store/limited.ts';
import type { RouteName } from '#shared/contract/routes.ts';

type Input = Readonly<Record<string, unknown>>;

/** What a field's id is of; `all`: nothing of a channel, or what only some find by themselves. */
type Names = Owned | 'channel' | 'all' | ((input: Input) => Owned);

/** Which ids the inputs of routes have, by the name of the field, or by the route and the field. */
export const ID_FIELDS: Readonly<Record<string, Names>> = {
  chatId: 'chat',
  chatIds: 'chat',
  customerId: 'customer',
  otherId: 'customer',
  messageId: 'message',
  mailId: 'mail',
  channelId: 'channel',
  'replies.cancel replyId': 'scheduledReply',
  'media.get id': ({ part }) => (part === 'avatar' ? 'customer' : 'message'),
  'media.fetch id': ({ part }) => (part === 'avatar' ? 'customer' : 'message'),
  // Of everybody's, or of whoever asks.
  'savedReplies.update replyId': 'all',
  'savedReplies.remove replyId': 'all',
  botId: 'all',
  clientId: 'all',
  deviceId: 'all',
  fileId: 'all',
  operatorId: 'all',
  stickerId: 'all',
  thumbUploadId: 'all',
  uploadId: 'all',
  windowId: 'all',
  // Visits are in no table: whoever keeps them asks for the channel.
  visitorId: 'all',
  // The group of a figure in a report, which counts only what is shown.
  id: 'all',
};

/** What no row has as its id. */
const NOBODYS = '0';

/**
 * The input of somebody who works on these channels only: ids of anything else become one that does not exist, so that
 * the answer is the one for that, whatever the route.
 */
export async function limitedInput(
  route: RouteName,
  input: Input,
  { channels, store }: { readonly channels: readonly string[]; readonly store: Pick<Store, 'read'> },
): Promise<Input> {
  const isTheirs = async (of: Owned | 'channel', id: string): Promise<boolean> =>
    channels.includes(of === 'channel' ? id : ((await store.read('channelOf', { of, id })) ?? ''));
  const fields = Object.entries(input).map(async ([name, value]) => {
    const found = ID_FIELDS[`${route} ${name}`] ?? ID_FIELDS[name] ?? 'all';
    const of = typeof found === 'function' ? found(input) : found;
    if (of === 'all') return [name, value];
    const shown = async (id: unknown) => (typeof id !== 'string' || (await isTheirs(of, id)) ? id : NOBODYS);
    return [name, Array.isArray(value) ? await Promise.all(value.map(shown)) : await shown(value)];
  });
  return Object.fromEntries(await Promise.all(fields));
}

/** An answer without what lists in it have of other channels. */
export function limitedAnswer(answer: unknown, channels: readonly string[]): unknown {
  if (Array.isArray(answer)) {
    const isTheirs = (entry: { readonly channelId?: unknown } | null): boolean =>
      typeof entry?.channelId !== 'string' || channels.includes(entry.channelId);
    return answer.filter(isTheirs).map((entry) => limitedAnswer(entry, channels));
  }
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = Object.entries(answer).map(([name, value]) =>
    (name === 'channels' || name === 'channelIds') && Array.isArray(value) && typeof value[0] === 'string'
      ? [name, value.filter((id) => channels.includes(id))]
      : [name, limitedAnswer(value, channels)],
  );
  return Object.fromEntries(fields);
}

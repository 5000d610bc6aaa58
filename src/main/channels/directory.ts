import type { z } from 'zod';
import type { Clock } from '#main/clock/clock.ts';
import {
  createSecretComparison,
  isLost,
  newChannel,
  newPicture,
  newSecret,
  openSecret,
  readable,
  type ChannelRecord,
} from '#main/settings/installation.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { Store } from '#main/store/store.ts';
import { ContractError, required } from '#shared/contract/errors.ts';
import type { Touch } from '#shared/contract/events.ts';
import { forOperators } from '#shared/contract/answers.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { channelFields, channelRoutes } from '#shared/contract/channels.ts';
import { boxAddress, parseSecret, withoutSlashes } from '#shared/domain/addresses.ts';
import { isOnThisComputer } from '#shared/domain/letterbox-address.ts';
import { appendSegment } from '#shared/domain/endpoint.ts';
import { channelKindRules, type ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { WebsiteChange } from '#shared/domain/site.ts';
import type { Channel } from '#shared/domain/entities.ts';

type Fields = z.infer<z.ZodObject<typeof channelFields>>;

export interface Addresses {
  readonly message: string;
  readonly status: string;
  readonly replies: string | null;
  readonly signingKey: string;
}

/**
 * The channels of this installation. Rejects with ContractError: not_found, public_id_taken, endpoint_not_allowed,
 * invalid_input, secret_lost. Asks for the listener's addresses only when needed, because the listener starts later.
 */
export function createChannelDirectory(options: {
  readonly settings: Settings;
  readonly store: Pick<Store, 'read'>;
  readonly clock: Pick<Clock, 'wall'>;
  /** of the listener: on this computer, and where the world reaches it */
  readonly addresses: { readonly local: () => string; readonly listener: () => string };
  readonly touch: Touch;
}) {
  const { settings, store, clock, touch } = options;
  const { local: listenerUrl, listener: publicAddress } = options.addresses;
  const isSameSecret = createSecretComparison();
  const records = (): readonly ChannelRecord[] => settings.current().channels;
  const find = (channelId: string) => records().find(({ id }) => id === channelId);
  const get = (channelId: string): ChannelRecord => required(find(channelId), 'channel');
  const list = (): readonly Channel[] => records().map(toPublicChannel);
  const reportChange = (): void => touch('channels');
  const change = async (
    channelId: string,
    {
      website,
      ...fields
    }: Partial<Fields & { paused: boolean; secret: string; signingKey: string; website: WebsiteChange }>,
  ): Promise<Channel> => {
    await settings.write('changeChannel', {
      channelId,
      change: fields,
      website: website && { ...website, at: website.at ?? clock.wall() },
    });
    reportChange();
    return toPublicChannel(get(channelId));
  };
  const add = async ({
    secret,
    signingKey,
    boxKey: _none,
    ...channel
  }: ReturnType<typeof newChannel>): Promise<Channel> => {
    const sealed = { secret: await settings.seal(secret), signingKey: await settings.seal(signingKey) };
    await settings.write('addChannel', { ...channel, ...sealed });
    reportChange();
    return toPublicChannel(get(channel.id));
  };
  const changeSecret = async (channelId: string, secret: string): Promise<Channel> =>
    change(channelId, { secret: await settings.seal(secret) });
  const renewSecret = (channelId: string) => changeSecret(channelId, newSecret());
  const renewSigningKey = async (channelId: string): Promise<Channel> =>
    change(channelId, { signingKey: await settings.seal(newSecret()) });
  const addresses = (channelId: string): Addresses => {
    const channel = get(channelId);
    return channelAddresses(channel.box === undefined ? publicAddress() : boxAddress(channel.box.url), channel);
  };

  const calls = {
    'channels.list': async (_input, { role, channels }) => {
      const openChats = await store.read('countOpenChats');
      const theirs = list().filter(({ id }) => channels?.includes(id) ?? true);
      const shown = role === 'owner' ? theirs : theirs.map(forOperators);
      return { channels: shown.map((channel) => ({ ...channel, openChats: openChats[channel.id] ?? 0 })) };
    },
    'channels.create': (fields) => add(newChannel(fields)),
    'channels.update': ({ channelId, ...fields }) => change(channelId, fields),
    'channels.setPicture': async ({ channelId, jpeg }) => {
      await settings.write('setPicture', { of: 'channels', id: get(channelId).id, picture: newPicture(jpeg) });
      reportChange();
      return toPublicChannel(get(channelId));
    },
    'channels.pause': ({ channelId }) => change(channelId, { paused: true }),
    'channels.resume': ({ channelId }) => change(channelId, { paused: false }),
    'channels.renewSecret': ({ channelId }) => renewSecret(channelId),
    'channels.renewSigningKey': ({ channelId }) => renewSigningKey(channelId),
    'channels.restoreSecret': async ({ channelId, address }) => {
      const read = parseSecret(address, get(channelId).publicId);
      if ('secret' in read) return changeSecret(channelId, read.secret);
      throw new ContractError('invalid_input', read.problem, [{ path: 'address', reason: read.problem }]);
    },
    'channels.remove': async ({ channelId }) => {
      const closed = await settings.write('removeChannel', { channelId, at: clock.wall() });
      reportChange();
      return { closedChats: closed.length };
    },
    'channels.addresses': async ({ channelId }) => addresses(channelId),
  } satisfies CallsOf<Omit<typeof channelRoutes, 'channels.sendSample'>>;
  return {
    calls,
    list,
    records,
    get,
    find,
    /** the channel with this address; takes equally long for right and wrong secrets */
    byAddress: (secret: string, publicId: string): ChannelRecord | undefined => {
      const record = records().find(
        (channel) => channel.publicId === publicId && channelKindRules[channel.kind].hasAddress,
      );
      const wanted = record === undefined || isLost(record.secret) ? '' : record.secret;
      const isRight = isSameSecret(secret, wanted);
      return isRight && secret !== '' ? record : undefined;
    },
    /** a channel of a kind by its public id; undefined: there is none, or its key is lost */
    ofKindAt: (kind: ChannelKind, publicId: string): ChannelRecord | undefined =>
      records().find((channel) => channel.publicId === publicId && channel.kind === kind && !isLost(channel.secret)),
    /** one step for one of the websites that show its window */
    changeWebsite: (channelId: string, website: WebsiteChange) => change(channelId, { website }),
    /** its letterbox on a website; undefined: it has none any more */
    setBox: async (channelId: string, box: { readonly url: string; readonly key: string } | undefined) => {
      const fields = box && {
        box: { url: box.url, allowPlainHttp: box.url.startsWith('http:') && isOnThisComputer(box.url) },
        boxKey: await settings.seal(box.key),
      };
      await settings.write('changeChannel', { channelId, change: { ...fields }, withoutBox: box === undefined });
      reportChange();
      return toPublicChannel(get(channelId));
    },
    /** a channel of the kind `email`; `passwords`: its secret */
    addMailbox: (name: string, email: object, passwords: string) =>
      add(newChannel({ kind: 'email', name, email, secret: passwords })),
    /** undefined: its passwords stay */
    setMailbox: async (channelId: string, email: object, passwords: string | undefined) =>
      change(channelId, { email, ...(passwords !== undefined && { secret: await settings.seal(passwords) }) }),
    renewSecret,
    renewSigningKey,
    /** undefined: it can no longer be read */
    signingKey: (channelId: string) => readable(find(channelId)?.signingKey),
    /** public addresses */
    addresses,
    /** addresses on this computer, whatever the public ones are */
    localAddresses: (channelId: string) => channelAddresses(listenerUrl(), get(channelId)),
  };
}

export type ChannelDirectory = ReturnType<typeof createChannelDirectory>;

function channelAddresses(base: string, { secret, publicId, endpoint, signingKey }: ChannelRecord): Addresses {
  const message = `${withoutSlashes(base)}/${openSecret(secret)}/${encodeURIComponent(publicId)}`;
  return {
    message,
    status: `${message}/status`,
    replies: endpoint === null ? null : appendSegment(endpoint, publicId),
    signingKey: readable(signingKey) ?? '',
  };
}

function toPublicChannel({ secret, boxKey: _boxKey, signingKey: _key, ...channel }: ChannelRecord): Channel {
  return isLost(secret) ? { ...channel, secretLost: true } : channel;
}

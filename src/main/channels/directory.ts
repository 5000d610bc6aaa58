import { randomBytes, randomUUID } from 'node:crypto';
import { isLost, openSecret, type ChannelRecord, createSecretComparison } from '#main/settings/document.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import { newSecret, type Settings } from '#main/settings/settings.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { secretInAddress } from '#shared/domain/channel-address.ts';
import { ENDPOINT_PHRASES, endpointProblem, addressBelow } from '#shared/domain/endpoint.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { USUAL_CHANNEL_TYPE } from '#shared/protocol/bot-provider.ts';
import { CONTENT_TYPES } from '#shared/protocol/chat-channel.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import { phrase } from '#shared/locales/phrase.ts';

type Fields = Pick<
  ChannelRecord,
  | 'name'
  | 'endpoint'
  | 'allowPlainHttp'
  | 'framing'
  | 'countBot'
  | 'botChannelType'
  | 'takes'
  | 'ownNetwork'
  | 'hours'
  | 'greeting'
  | 'away'
  | 'ratingText'
>;

export interface Addresses {
  readonly message: string;
  readonly status: string;
  readonly replies: string | null;
}

/**
 * The channels of this installation. Reject with ContractError: not_found, public_id_taken, endpoint_not_allowed,
 * invalid_input, secret_lost. The addresses of the listener are asked for when a channel's is, because it starts later.
 */
export function createChannelDirectory(options: {
  readonly settings: Settings;
  readonly listenerUrl: () => string;
  readonly publicAddress: () => string;
  readonly onChange: () => void;
}) {
  const { settings, listenerUrl, publicAddress, onChange } = options;
  const isSameSecret = createSecretComparison();
  const records = (): readonly ChannelRecord[] => settings.current().channels;
  const find = (channelId: string) => records().find(({ id }) => id === channelId);
  const get = (channelId: string): ChannelRecord => {
    const record = find(channelId);
    if (record === undefined) throw new ContractError('not_found', phrase('errors:refusals.no.channel'));
    return record;
  };
  const write = async (next: (channels: readonly ChannelRecord[]) => ChannelRecord[]): Promise<void> => {
    await settings.change((state) => ({ ...state, channels: next(state.channels) }));
    onChange();
  };
  const replace = async (channelId: string, change: (before: ChannelRecord) => ChannelRecord): Promise<Channel> => {
    checkEndpoint(change(get(channelId)));
    await write((channels) => channels.map((each) => (each.id === channelId ? change(each) : each)));
    return publicPart(get(channelId));
  };

  return {
    list: (): readonly Channel[] => records().map(publicPart),
    get,
    find,
    /** the channel with this address; takes as long for a wrong secret as for a right one */
    byAddress: (secret: string, publicId: string): ChannelRecord | undefined => {
      const record = records().find((each) => each.publicId === publicId);
      const wanted = record === undefined || isLost(record.secret) ? '' : record.secret;
      const isRight = isSameSecret(secret, wanted);
      return isRight && secret !== '' ? record : undefined;
    },
    create: async ({
      publicId = newPublicId(),
      ...fields
    }: Partial<Fields> & Pick<Fields, 'name'> & { readonly publicId?: string | undefined }) => {
      const record: ChannelRecord = {
        id: randomUUID(),
        endpoint: null,
        allowPlainHttp: false,
        framing: 'length',
        paused: false,
        secret: newSecret(),
        countBot: false,
        botChannelType: USUAL_CHANNEL_TYPE,
        takes: [...CONTENT_TYPES],
        ownNetwork: false,
        ...omitUndefined(fields),
        name: fields.name,
        publicId,
      };
      checkEndpoint(record);
      await write((channels) => {
        if (channels.some((each) => each.publicId === publicId)) {
          throw new ContractError('public_id_taken', phrase('errors:refusals.public.taken'), [
            { path: 'publicId', reason: phrase('errors:refusals.public.taken') },
          ]);
        }
        return [...channels, record];
      });
      return publicPart(record);
    },
    update: (channelId: string, fields: Partial<Fields>) =>
      replace(channelId, (before) => ({ ...before, ...omitUndefined(fields) })),
    setPaused: (channelId: string, paused: boolean) => replace(channelId, (before) => ({ ...before, paused })),
    renewSecret: (channelId: string) => replace(channelId, (before) => ({ ...before, secret: newSecret() })),
    /** takes the secret out of an address that is in use */
    restoreSecret: (channelId: string, address: string) =>
      replace(channelId, (before) => ({ ...before, secret: secretOf(address, before) })),
    /** closes its open chats: resolves to how many */
    remove: async (channelId: string) => {
      get(channelId);
      const closed = await settings.change((state) => ({
        ...state,
        channels: state.channels.filter(({ id }) => id !== channelId),
        bots: state.bots.map((bot) => ({ ...bot, channelIds: bot.channelIds.filter((id) => id !== channelId) })),
      }));
      onChange();
      return closed.length;
    },
    /** as the outside world uses them */
    addresses: (channelId: string) => addressesBelow(publicAddress(), get(channelId)),
    /** as this computer reaches them, whatever the outside world uses */
    localAddresses: (channelId: string) => addressesBelow(listenerUrl(), get(channelId)),
  };
}

export type ChannelDirectory = ReturnType<typeof createChannelDirectory>;

function addressesBelow(base: string, { secret, publicId, endpoint }: ChannelRecord): Addresses {
  const message = `${withoutSlashes(base)}/${openSecret(secret)}/${encodeURIComponent(publicId)}`;
  return { message, status: `${message}/status`, replies: endpoint === null ? null : addressBelow(endpoint, publicId) };
}

function publicPart({ secret, ...channel }: ChannelRecord): Channel {
  return isLost(secret) ? { ...channel, secretLost: true } : channel;
}

function secretOf(address: string, { publicId }: ChannelRecord): string {
  const read = secretInAddress(address, publicId);
  if ('secret' in read) return read.secret;
  throw new ContractError('invalid_input', read.problem, [{ path: 'address', reason: read.problem }]);
}

function checkEndpoint({ endpoint, allowPlainHttp }: Fields): void {
  const problem = endpoint === null ? undefined : endpointProblem(endpoint, allowPlainHttp);
  if (problem !== undefined)
    throw new ContractError('endpoint_not_allowed', ENDPOINT_PHRASES[problem], [
      { path: 'endpoint', reason: ENDPOINT_PHRASES[problem] },
    ]);
}

function newPublicId(): string {
  return `ch-${randomBytes(5).toString('hex')}`;
}

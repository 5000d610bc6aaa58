import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { botFields, providerId } from '#shared/contract/bots.ts';
import { connectionChange, type ConnectionChange } from '#shared/contract/connection.ts';
import { hoursSettings } from '#shared/contract/hours.ts';
import { channelFields, publicId } from '#shared/contract/channels.ts';
import { isPathSecret, toUrlHost } from '#shared/domain/addresses.ts';
import { channel, role } from '#shared/domain/entities.ts';
import { ENDPOINT_PHRASES, endpointProblem, isLoopback } from '#shared/domain/endpoint.ts';
import { mailAddress, mailServer, mailSettings } from '#shared/domain/mail.ts';
import { DEFAULT_CHANNEL_KIND, settingsOfKind, splitKindSettings } from '#shared/domain/channel-kinds.ts';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import {
  changedConnection,
  newBot,
  newChannel,
  newOperator,
  type BotRecord,
  type ChannelRecord,
  type SettingsState,
} from './installation.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { readPhrase } from '#shared/domain/phrase.ts';
import { toEnglish } from '#shared/locales/english.ts';

/** First segment of a channel's path: URL-safe, and not reserved by the listener. */
const pathSecret = z
  .string()
  .refine(isPathSecret, 'letters, digits and . _ ~ - only, at most 128, and no word that the listener needs itself');

const address = z.string().refine(isHttpUrl, 'an address that starts with http:// or https://');

function refuseEndpoint(
  entry: { readonly endpoint?: string | null | undefined; readonly allowPlainHttp: boolean },
  context: z.RefinementCtx,
): void {
  const problem = entry.endpoint == null ? undefined : endpointProblem(entry.endpoint, entry.allowPlainHttp);
  if (problem !== undefined)
    context.addIssue({ code: 'custom', path: ['endpoint'], message: JSON.stringify(ENDPOINT_PHRASES[problem]) });
}

/** The letterbox on a website: the address of its folder, and the key that is in it. */
const box = z
  .object({
    url: address,
    key: z.string().min(32, 'at least 32 characters').max(256),
    allowPlainHttp: z.boolean().default(false),
  })
  .refine(({ url, allowPlainHttp }) => allowPlainHttp || url.startsWith('https:'), {
    path: ['url'],
    message: 'an address that starts with https://, unless "allowPlainHttp" is true',
  });

const providedServer = mailServer.extend({ password: z.string().min(1).max(1000) });

/** The mailbox: one, with its passwords. */
const email = z
  .object({
    ...mailSettings.omit({ address: true, imap: true, smtp: true, plusAddresses: true }).partial().shape,
    name: channelFields.name.optional(),
    address: mailAddress,
    imap: providedServer,
    smtp: providedServer,
    plusAddresses: z.boolean().optional(),
  })
  .superRefine(({ imap, smtp }, context) => {
    for (const [name, { host, tls }] of Object.entries({ imap, smtp }))
      if (!tls && !isLoopback(toUrlHost(host)))
        context.addIssue({
          code: 'custom',
          path: [name, 'tls'],
          message: 'true, unless the server is on this computer',
        });
  });

const provisionFile = z.object({
  operators: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(80),
        photo: address.optional(),
        role: role.optional(),
        accessKey: z.string().min(16, 'at least 16 characters').max(256),
      }),
    )
    .default([]),
  channels: z
    .array(
      z
        .object(channelFields)
        .omit({ color: true })
        .partial()
        .extend({
          kind: channel.shape.kind.unwrap().optional(),
          name: channelFields.name,
          publicId,
          secret: pathSecret.optional(),
          allowPlainHttp: z.boolean().default(false),
          box: box.optional(),
        })
        .superRefine(refuseEndpoint),
    )
    .default([]),
  bots: z
    .array(
      z
        .object(botFields)
        .omit({ channelIds: true })
        .partial()
        .extend({
          name: botFields.name,
          providerId,
          token: botFields.token,
          allowPlainHttp: z.boolean().default(false),
          /** public ids */
          channels: z.array(z.string()).default([]),
        })
        .superRefine(refuseEndpoint),
    )
    .default([]),
  email: email.optional(),
  settings: z
    .object({
      publicUrl: address.nullable().optional(),
      connection: connectionChange.optional(),
      hours: hoursSettings.shape.hours.unwrap().optional(),
    })
    .default({}),
});

/** A provision file breaks a rule; the message names the entry and what was expected. */
export class ProvisionError extends Error {
  constructor(problem: string) {
    super(`The provision file cannot be used: ${problem}`);
    this.name = 'ProvisionError';
  }
}

/** True if two states of the settings differ. That the first setup is done follows from the others. */
export function isChanged(before: SettingsState, after: SettingsState): boolean {
  return !isDeepStrictEqual({ ...before, setUp: after.setUp }, after);
}

/**
 * The settings with a provision file applied; applying it again changes nothing. Operators are matched by name,
 * channels by publicId, bots by providerId and, if that is ambiguous, name. Throws ProvisionError.
 */
export function applyProvision(state: SettingsState, content: unknown): SettingsState {
  const read = provisionFile.safeParse(content);
  if (!read.success) throw new ProvisionError(read.error.issues.map((issue) => describe(issue, content)).join('; '));
  // Unknown keys are mistakes, and ignoring them would hide these.
  const unknown = unknownKeys(content, read.data);
  if (unknown.length > 0)
    throw new ProvisionError(
      unknown.map((path) => describe({ path, message: unknownKeyText(path) }, content)).join('; '),
    );
  const { operators, bots, settings } = read.data;
  const keys = {
    operator: operators.map(({ name }) => name),
    channel: read.data.channels.map((entry) => entry.publicId),
    bot: bots.map((entry) => `${entry.providerId}" named "${entry.name}`),
  };
  for (const [what, all] of Object.entries(keys)) {
    const twice = all.find((key, at) => all.indexOf(key) !== at);
    if (twice !== undefined) throw new ProvisionError(`the ${what} "${twice}" stands in it twice`);
  }
  const provided = merged(
    state.channels,
    read.data.channels.map((entry, at) => withKindSettings(entry, state.channels, at)),
    (record, entry) => record.publicId === entry.publicId,
    newChannel,
  );
  const channels = read.data.email === undefined ? provided : withMailbox(provided, read.data.email);
  const team = merged(state.operators, operators, (record, entry) => record.name === entry.name, newOperator);
  // Somebody has to be one: the first, unless the file says otherwise.
  const [first, ...others] = team;
  const isOwnerless = state.operators.length === 0 && operators[0]?.role === undefined;
  const withOwner = first !== undefined && isOwnerless ? [{ ...first, role: 'owner' as const }, ...others] : team;
  if (withOwner.length > 0 && !withOwner.some((operator) => operator.role === 'owner'))
    throw new ProvisionError('operators: one of them has to be an owner');
  return {
    ...state,
    setUp: state.setUp || operators.length > 0,
    ...withConnection(state, settings),
    ...(settings.hours !== undefined && { hours: { ...state.hours, hours: settings.hours } }),
    operators: withOwner,
    channels,
    bots: mergedBots(
      state.bots,
      bots.map((entry, at) => withChannelIds(entry, channels, at)),
    ),
  };
}

/** `publicUrl` alone stands for a custom address; null undoes that. */
function withConnection(
  state: SettingsState,
  { publicUrl, connection }: z.infer<typeof provisionFile>['settings'],
): Pick<SettingsState, 'connection' | 'connectionSecrets'> {
  const isOwn = state.connection.way === 'own';
  const changes: readonly ConnectionChange[] = [
    publicUrl === undefined
      ? {}
      : { own: { publicUrl }, way: publicUrl === null ? (isOwn ? 'local' : undefined) : 'own' },
    connection ?? {},
  ];
  const { connection: current, connectionSecrets } = state;
  return changes.reduce(changedConnection, { connection: current, connectionSecrets });
}

/** With all settings of its kind. Throws ProvisionError if the channel exists with another kind. */
function withKindSettings(
  entry: z.infer<typeof provisionFile>['channels'][number],
  channels: readonly ChannelRecord[],
  at: number,
) {
  const known = channels.find(({ publicId: id }) => id === entry.publicId);
  const kind = entry.kind ?? known?.kind ?? DEFAULT_CHANNEL_KIND;
  if (known !== undefined && known.kind !== kind)
    throw new ProvisionError(`channels[${at}] ("${entry.name}"), kind: the channel exists as "${known.kind}"`);
  const { box: given, ...others } = splitKindSettings(entry).others;
  const boxed = given && { box: { url: given.url, allowPlainHttp: given.allowPlainHttp }, boxKey: given.key };
  return { ...others, kind, ...boxed, ...settingsOfKind(kind, known ?? {}, entry) };
}

/** With the mailbox, which is the only channel of its kind or the one with its address. */
function withMailbox(channels: readonly ChannelRecord[], given: z.infer<typeof email>): readonly ChannelRecord[] {
  const { name, imap, smtp, ...others } = given;
  const secret = JSON.stringify({ imap: imap.password, smtp: smtp.password });
  const settings = { email: { ...others, imap: mailServer.parse(imap), smtp: mailServer.parse(smtp) } };
  const [known, another] = channels.filter(({ kind }) => kind === 'email');
  const same = another === undefined ? known : channels.find((record) => record.email?.address === given.address);
  if (same === undefined)
    return [...channels, newChannel({ kind: 'email', name: name ?? given.address, secret, ...settings })];
  const changed = { ...same, ...(name !== undefined && { name }), secret, ...settingsOfKind('email', same, settings) };
  return channels.map((record) => (record === same ? changed : record));
}

type BotEntry = ReturnType<typeof withChannelIds>;

/** With its channels by our ids. Throws ProvisionError for an unknown channel. */
function withChannelIds(
  { channels: publicIds, ...entry }: z.infer<typeof provisionFile>['bots'][number],
  channels: readonly ChannelRecord[],
  at: number,
) {
  const channelIds = publicIds.map((wanted) => {
    const found = channels.find(({ publicId: known }) => known === wanted);
    if (found === undefined)
      throw new ProvisionError(`bots[${at}] ("${entry.name}"), channels: there is no channel "${wanted}"`);
    return found.id;
  });
  return { ...entry, channelIds };
}

function mergedBots(records: readonly BotRecord[], entries: readonly BotEntry[]): BotRecord[] {
  const isAlone = (provider: string): boolean =>
    [records, entries].every((list) => list.filter((bot) => bot.providerId === provider).length <= 1);
  const isSame = (record: BotRecord, entry: BotEntry): boolean =>
    record.providerId === entry.providerId && (record.name === entry.name || isAlone(entry.providerId));
  return merged(records, entries, isSame, newBot);
}

function merged<R extends object, E extends object>(
  records: readonly R[],
  entries: readonly E[],
  isSame: (record: R, entry: E) => boolean,
  fresh: (entry: E) => R,
): R[] {
  const updated = records.map((record) => {
    const entry = entries.find((candidate) => isSame(record, candidate));
    return entry === undefined ? record : { ...record, ...omitUndefined(entry) };
  });
  const added = entries.filter((entry) => !records.some((record) => isSame(record, entry))).map(fresh);
  return [...updated, ...added];
}

/** Lists the paths that the parsed file lacks: the schemas keep every key that they know. */
function unknownKeys(content: unknown, read: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(content) && Array.isArray(read))
    return content.flatMap((value, at) => unknownKeys(value, read[at], [...path, at]));
  if (!isObject(content) || !isObject(read)) return [];
  return Object.entries(content).flatMap(([key, value]) =>
    Object.hasOwn(read, key) ? unknownKeys(value, read[key], [...path, key]) : [[...path, key]],
  );
}

/** The key that was probably meant. */
const LIKELY_KEYS: Readonly<Record<string, string>> = {
  pathSecret: 'secret',
  path_secret: 'secret',
  channelIds: 'channels',
  webhook: 'endpoint',
  url: 'endpoint',
  key: 'accessKey',
  id: 'publicId',
  public_id: 'publicId',
  provider_id: 'providerId',
};

function unknownKeyText(path: readonly (string | number)[]): string {
  const meant = LIKELY_KEYS[String(path.at(-1))];
  return `there is no such key${meant === undefined ? '' : `; "${meant}" may be meant`}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `channels[0] ("Shop app"), endpoint: …` */
function describe(issue: Pick<z.core.$ZodIssue, 'path' | 'message'>, content: unknown): string {
  const [list, at, ...rest] = issue.path.map(String);
  const words = toEnglish(readPhrase(issue.message));
  if (list === undefined) return words;
  if (typeof issue.path[1] !== 'number') return `${issue.path.join(', ')}: ${words}`;
  const name = valueAt(valueAt(valueAt(content, list), at ?? ''), 'name');
  const where = `${list}[${at}]${typeof name === 'string' ? ` ("${name}")` : ''}`;
  return `${[where, ...rest].join(', ')}: ${words}`;
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

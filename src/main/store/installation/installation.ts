import {
  settingsOfKind,
  type ChannelKind,
  type KindSettings,
  type SomeKindSettings,
  splitKindSettings,
} from '#shared/domain/channel-kinds.ts';
import { type WebsiteStep, withWebsite } from '#shared/domain/websites.ts';
import { ContractError, type ErrorCode } from '#shared/contract/errors.ts';
import { ENDPOINT_PHRASES, endpointProblem } from '#shared/domain/endpoint.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { channelsOf } from '#shared/domain/operator-channels.ts';
import { pictureToken } from '#shared/domain/pictures.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { mergeGroup, isGroup, omitUndefined } from '#shared/protocol/fields.ts';
import type { Connection } from '../connection.ts';
import { Sql, sql } from '../sql.ts';
import {
  readValue,
  removeRecord,
  VALUES,
  writeConnectionSecrets,
  writeRecord,
  writeValue,
  type InstallationValues,
  type Records,
  type StoredRecord,
} from './installation-rows.ts';
import { type Installation, type StoredCertificate } from './stored-installation.ts';
import { releaseChats } from '../chats/assigning.ts';
import { releaseBotChats } from '../bots/bot-events.ts';
import type { ChatChange } from '../chats/chat-change.ts';
import { closeChannel } from '../chats/chats.ts';

/** Maximum operators of an installation. */
const MAX_OPERATORS = 200;

/** Fields that are absent or undefined in a change stay. */
type Change<T> = { readonly [K in keyof T]?: T[K] | undefined };
type DeepChange<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: DeepChange<T[K]> | undefined }
    : T;

export interface SettingsChange extends Change<Pick<Installation, 'installationId' | 'setUp' | 'announcedUrl'>> {
  /** groups in it are also changed field by field */
  readonly connection?: DeepChange<Installation['connection']> | undefined;
  /** an empty one is removed */
  readonly connectionSecrets?: Installation['connectionSecrets'] | undefined;
  readonly media?: Change<Installation['media']> | undefined;
  readonly backups?: Change<Installation['backups']> | undefined;
  readonly hours?: Change<Installation['hours']> | undefined;
  readonly retention?: Change<Installation['retention']> | undefined;
  readonly team?: Change<Installation['team']> | undefined;
  readonly remoteAccess?: Change<Installation['remoteAccess']> | undefined;
}

/** Changes the single settings of an installation. */
async function changeSettings(db: Connection, { connectionSecrets = {}, ...change }: SettingsChange) {
  await writeConnectionSecrets(db, connectionSecrets);
  for (const [name, value] of Object.entries(omitUndefined(change)) as [keyof InstallationValues, unknown][]) {
    const before = isGroup(value) ? await readValue(db, name) : undefined;
    const isDeep = name === 'connection';
    await writeValue(db, name, isGroup(value) && isGroup(before) ? mergeGroup(before, value, isDeep) : value);
  }
}

/** Replaces the one with this name. */
async function saveCertificate(db: Connection, { name, ...content }: StoredCertificate) {
  await db.put('certificates', { name }, content);
}

/** Coded error: invalid_input, if there are too many. */
export async function addOperator(db: Connection, operator: StoredRecord<'operators'>): Promise<void> {
  const count = await db.value<number>`SELECT count(*) FROM operators WHERE removed_at IS NULL`;
  if ((count ?? 0) >= MAX_OPERATORS)
    throw new ContractError('invalid_input', phrase('errors:refusals.operator.most', { most: MAX_OPERATORS }));
  await writeRecord(db, 'operators', operator);
}

/**
 * An empty photo is removed. Another access key ends the operator's devices, except for `keep`. Their open chats on channels
 * that they no longer work on move to Waiting. Coded errors: not_found, last_owner.
 */
async function changeOperator(
  db: Connection,
  {
    operatorId,
    change,
    exceptDeviceId,
    at,
  }: {
    readonly operatorId: string;
    readonly at: number;
    /** null: none any more */
    readonly change: Change<Omit<StoredRecord<'operators'>, 'quietHours' | 'channels'>> & {
      readonly quietHours?: StoredRecord<'operators'>['quietHours'] | null;
      readonly channels?: StoredRecord<'operators'>['channels'] | null;
    };
    /** the device on which they renew their own key */
    readonly exceptDeviceId?: string | undefined;
  },
) {
  const before = await findRecord(db, 'operators', operatorId);
  const { quietHours, channels, ...others } = change;
  const { accessKey, photo, role } = others;
  if (accessKey !== undefined) await endDevices(db, operatorId, exceptDeviceId);
  if (before.role === 'owner' && role === 'operator') await withdrawInvitations(db, undefined);
  await writeRecord(db, 'operators', {
    ...omitUndefined({ ...others, quietHours: quietHours ?? undefined, channels: channels ?? undefined }),
    id: operatorId,
  });
  if (photo === '') await db.update('operators', { id: operatorId }, { photo: undefined });
  if (quietHours === null) await db.update('operators', { id: operatorId }, { quietHours });
  if (channels === null) await db.update('operators', { id: operatorId }, { channels });
  await refuseWithoutOwner(db);
  const { name, ...now } = await findRecord<PresentRecord & Pick<Operator, 'role' | 'channels'>>(
    db,
    'operators',
    operatorId,
  );
  const only = channelsOf(now);
  return only === undefined ? [] : await releaseChats(db, { operatorId, name, at, channels: only });
}

/** Signs an operator's devices out; invitations that they made or that are for them end as well. */
async function endDevices(db: Connection, operatorId: string, exceptDeviceId?: string) {
  await db.run`DELETE FROM devices WHERE operator_id = ${operatorId} AND id IS DISTINCT FROM ${exceptDeviceId}`;
  await withdrawInvitations(db, operatorId);
}

/** Open ones of this operator. Undefined, for an owner who is one no more: all, as they may have seen them. */
async function withdrawInvitations(db: Connection, operatorId: string | undefined) {
  const theirs = sql`(invited_by = ${operatorId} OR operator_id = ${operatorId})`;
  await db.run`DELETE FROM invitations WHERE used_at IS NULL AND ${operatorId === undefined ? sql`TRUE` : theirs}`;
}

async function refuseWithoutOwner(db: Connection) {
  const owner = await db.get`SELECT 1 FROM operators WHERE role = 'owner' AND removed_at IS NULL`;
  if (owner === undefined) throw new ContractError('last_owner', phrase('errors:refusals.operator.lastOwner'));
}

/** An operator's or channel's picture; null removes it, including a linked photo. Coded error: not_found. */
async function setPicture(
  db: Connection,
  {
    of,
    id,
    picture,
  }: {
    readonly of: 'operators' | 'channels';
    readonly id: string;
    /** `token` is for those without one */
    readonly picture: { readonly token: string; readonly version: string; readonly jpeg: string } | null;
  },
) {
  const { picture: before } = await findRecord(db, of, id);
  if (picture === null) {
    await deletePicture(db, before);
    await db.update(of, { id }, { picture: undefined });
  } else {
    const token = before === undefined ? picture.token : pictureToken(before);
    await db.put('pictures', { token }, { jpeg: picture.jpeg });
    await db.update(of, { id }, { picture: `${token}.${picture.version}` });
  }
  if (of === 'operators') await db.update(of, { id }, { photo: undefined });
}

async function deletePicture(db: Connection, picture: string | undefined) {
  if (picture !== undefined) await db.run`DELETE FROM pictures WHERE token = ${pictureToken(picture)}`;
}

/** Moves their open chats to Waiting, and ends their devices. Coded errors: not_found, last_owner. */
async function removeOperator(
  db: Connection,
  { operatorId, at }: { readonly operatorId: string; readonly at: number },
) {
  const { name, picture, role } = await findRecord(db, 'operators', operatorId);
  await deletePicture(db, picture);
  await endDevices(db, operatorId);
  if (role === 'owner') await withdrawInvitations(db, undefined);
  await removeRecord(db, 'operators', operatorId, at);
  await db.run`DELETE FROM saved_replies WHERE operator_id = ${operatorId}`;
  await refuseWithoutOwner(db);
  return await releaseChats(db, { operatorId, name, at });
}

/** Coded errors: public_id_taken, endpoint_not_allowed. */
async function addChannel(db: Connection, channel: StoredRecord<'channels'>) {
  refuseEndpoint(channel);
  const { publicId } = channel;
  const reason = phrase('errors:refusals.public.taken');
  if (await db.get`SELECT 1 FROM channels WHERE public_id = ${publicId} AND removed_at IS NULL`)
    throw new ContractError('public_id_taken', reason, [{ path: 'publicId', reason }]);
  await writeRecord(db, 'channels', channel);
}

/** Coded errors: not_found, endpoint_not_allowed. */
async function changeChannel(
  db: Connection,
  {
    channelId,
    change,
    website,
    withoutBox = false,
  }: {
    readonly channelId: string;
    /** settings of its kind are also changed one by one; those of other kinds count for nothing */
    readonly change: Omit<Change<StoredRecord<'channels'>>, keyof KindSettings> & SomeKindSettings;
    readonly website?: WebsiteStep | undefined;
    /** its letterbox and the key of that are removed */
    readonly withoutBox?: boolean;
  },
) {
  const before = await findRecord<PresentChannel>(db, 'channels', channelId);
  refuseEndpoint({ ...before, ...omitUndefined(change) });
  const { own, others } = splitKindSettings(omitUndefined(change));
  const changed = settingsOfKind(before.kind, before.kindSettings ?? {}, own);
  const step = website && changed.site && { site: withWebsite(changed.site, website) };
  await writeRecord(db, 'channels', { ...others, ...settingsOfKind(before.kind, changed, step ?? {}), id: channelId });
  if (withoutBox) await db.update('channels', { id: channelId }, { box: undefined, boxKey: undefined });
}

/** Also closes its open chats. Coded error: not_found. */
async function removeChannel(db: Connection, { channelId, at }: { readonly channelId: string; readonly at: number }) {
  const { name, picture } = await findRecord(db, 'channels', channelId);
  await deletePicture(db, picture);
  await removeRecord(db, 'channels', channelId, at);
  return await closeChannel(db, { channelId, channelName: name, at });
}

/** Moves chats of a bot with the same token to Waiting: neither works. Coded error: endpoint_not_allowed. */
async function addBot(db: Connection, { bot, at }: { readonly bot: StoredRecord<'bots'>; readonly at: number }) {
  refuseEndpoint(bot);
  await writeRecord(db, 'bots', bot);
  return await releaseBotChats(db, { at });
}

/** Moves chats that the bot may no longer have to Waiting. Coded errors: not_found, endpoint_not_allowed. */
async function changeBot(
  db: Connection,
  { botId, change, at }: { readonly botId: string; readonly change: Change<StoredRecord<'bots'>>; readonly at: number },
) {
  refuseEndpoint({ ...(await findRecord(db, 'bots', botId)), ...omitUndefined(change) });
  await writeRecord(db, 'bots', { ...omitUndefined(change), id: botId });
  return await releaseBotChats(db, { at });
}

/** Moves its chats to Waiting. Coded error: not_found. */
async function removeBot(db: Connection, { botId, at }: { readonly botId: string; readonly at: number }) {
  await findRecord(db, 'bots', botId);
  await removeRecord(db, 'bots', botId, at);
  return await releaseBotChats(db, { at });
}

/** Stores a whole installation over the existing one; moves chats that a bot may no longer have to Waiting. */
export async function putInstallation(
  db: Connection,
  {
    installation,
    at,
    renewed = [],
  }: {
    readonly installation: Installation;
    readonly at: number;
    /** operators who get another access key, which ends their devices */
    readonly renewed?: readonly string[];
  },
): Promise<readonly ChatChange[]> {
  for (const operatorId of renewed) await endDevices(db, operatorId);
  for (const name of VALUES) await writeValue(db, name, installation[name]);
  await db.run`DELETE FROM connection_secrets`;
  await writeConnectionSecrets(db, installation.connectionSecrets);
  await db.run`DELETE FROM certificates`;
  for (const certificate of installation.certificates) await saveCertificate(db, certificate);
  for (const operator of installation.operators) await writeRecord(db, 'operators', operator);
  for (const channel of installation.channels) await writeRecord(db, 'channels', channel);
  for (const bot of installation.bots) await writeRecord(db, 'bots', bot);
  return await releaseBotChats(db, { at });
}

const NOT_FOUND: Readonly<Record<Records, readonly [ErrorCode, Phrase]>> = {
  operators: ['not_found', phrase('errors:refusals.operator.gone')],
  channels: ['not_found', phrase('errors:refusals.no.channel')],
  bots: ['not_found', phrase('errors:refusals.no.bot')],
};

interface PresentRecord {
  readonly name: string;
  readonly role?: string;
  readonly picture?: string;
  readonly endpoint?: string;
  readonly allowPlainHttp?: number;
}

interface PresentChannel extends PresentRecord {
  readonly kind: ChannelKind;
  readonly kindSettings?: KindSettings;
}

async function findRecord<R extends PresentRecord = PresentRecord>(db: Connection, table: Records, id: string) {
  const row = await db.get<R>`SELECT * FROM ${new Sql(table)} WHERE id = ${id} AND removed_at IS NULL`;
  if (row === undefined) throw new ContractError(...NOT_FOUND[table]);
  return row;
}

function refuseEndpoint({
  endpoint,
  allowPlainHttp,
}: {
  readonly endpoint?: string | null;
  readonly allowPlainHttp?: boolean | number;
}): void {
  const problem = endpoint == null ? undefined : endpointProblem(endpoint, Boolean(allowPlainHttp));
  if (problem === undefined) return;
  const reason = ENDPOINT_PHRASES[problem];
  throw new ContractError('endpoint_not_allowed', reason, [{ path: 'endpoint', reason }]);
}

export const installationTransactions = {
  changeSettings,
  saveCertificate,
  addOperator,
  changeOperator,
  setPicture,
  removeOperator,
  addChannel,
  changeChannel,
  removeChannel,
  addBot,
  changeBot,
  removeBot,
  putInstallation,
} as const;

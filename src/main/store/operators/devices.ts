import { ContractError } from '#shared/contract/errors.ts';
import type { Device, Invitation, PushTarget } from '#shared/contract/joining.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Connection } from '../connection.ts';
import { inTexts, sql, type Sql } from '../sql.ts';
import type { StoredRecord } from '../installation/installation-rows.ts';
import { addOperator } from '../installation/installation.ts';

/** A signed-in browser or app; of its key there is only a digest. */
export interface DeviceRecord extends Pick<Device, 'id' | 'operatorId' | 'kind' | 'name' | 'joinedAt' | 'lastSeenAt'> {
  /** SHA-256 in base64url */
  readonly keyDigest: string;
  readonly lastFrom?: string | undefined;
  /** target of notifications while it is closed */
  readonly push?: PushTarget | undefined;
}

/** An invitation; its secret is sealed, and gone once it was used. */
export interface InvitationRecord extends Invitation {
  /** the only ones that the new colleague will work on */
  readonly channels?: string[] | undefined;
  readonly invitedBy: string;
  readonly secret: string;
  readonly madeAt: number;
  readonly usedAt?: number | undefined;
}

/** Invitations that are open at once. */
const MAX_OPEN = 100;
/** Milliseconds for which an invitation that is over can still be told from one that never was. */
const REMEMBERED = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds by which the clock may have been set back since an invitation was made: with more, old ones would open. */
const MAX_SET_BACK = 24 * 60 * 60 * 1000;

/** `without`: devices of the same operator that make room for it. */
export interface NewDevice {
  readonly device: DeviceRecord;
  readonly without: readonly string[];
}

/** Coded error: not_found, if the operator is gone. */
async function addDevice(db: Connection, { device, without }: NewDevice) {
  await refuseRemoved(db, device.operatorId);
  await removeDevices(db, { deviceIds: without });
  await db.insert('devices', device);
}

/** `push` absent: it is notified no more. */
async function setPush(
  db: Connection,
  { deviceId, push }: { readonly deviceId: string; readonly push?: PushTarget | undefined },
) {
  await db.update('devices', { id: deviceId }, { push });
}

async function removeDevices(db: Connection, { deviceIds }: { readonly deviceIds: readonly string[] }) {
  await db.run`DELETE FROM devices WHERE id IN ${inTexts(deviceIds)}`;
}

/** Signs all devices out but this one, and withdraws all open invitations. */
async function signOutAll(db: Connection, { exceptId }: { readonly exceptId?: string | undefined }) {
  await db.run`DELETE FROM devices WHERE id IS DISTINCT FROM ${exceptId}`;
  await db.run`DELETE FROM invitations WHERE used_at IS NULL`;
}

/** Stores when and where devices were last seen, and the digests of keys that were replaced. */
async function updateDevices(
  db: Connection,
  { devices }: { readonly devices: readonly Pick<DeviceRecord, 'id' | 'keyDigest' | 'lastSeenAt' | 'lastFrom'>[] },
) {
  for (const { id, keyDigest, lastSeenAt, lastFrom } of devices)
    await db.update('devices', { id }, { keyDigest, lastSeenAt, lastFrom });
}

/** Coded errors: invalid_input if there are too many, not_found if the operator is gone. */
async function addInvitation(
  db: Connection,
  {
    earliest,
    ...invitation
  }: InvitationRecord & {
    /** time by which older ones go; `madeAt` may be of a clock that is ahead */
    readonly earliest: number;
  },
) {
  const { operatorId, madeAt } = invitation;
  await db.run`DELETE FROM invitations WHERE until < ${earliest - REMEMBERED}`;
  const open = await db.value<number>`SELECT count(*) FROM invitations WHERE ${isOpen(madeAt)}`;
  if ((open ?? 0) >= MAX_OPEN)
    throw new ContractError('invalid_input', phrase('errors:refusals.invitation.most', { most: MAX_OPEN }));
  if (operatorId !== undefined) await refuseRemoved(db, operatorId);
  await db.insert('invitations', invitation);
}

/** Coded error: not_found, also for one that was used. */
async function withdrawInvitation(db: Connection, { invitationId }: { readonly invitationId: string }) {
  const count = await db.run`DELETE FROM invitations WHERE id = ${invitationId} AND used_at IS NULL`;
  if (count === 0) throw new ContractError('not_found', phrase('errors:refusals.invitation.gone'));
}

/**
 * Uses an invitation: the operator, if it is for a new one, and their device. Coded errors: invitation_unknown,
 * invitation_used, invitation_expired; invalid_input if there are too many operators.
 */
async function acceptInvitation(
  db: Connection,
  {
    invitationId,
    operator,
    at,
    ...join
  }: NewDevice & {
    readonly invitationId: string;
    /** absent: a further device */
    readonly operator?: StoredRecord<'operators'> | undefined;
    readonly at: number;
  },
) {
  const found = await db.get<InvitationRecord>`SELECT * FROM invitations WHERE id = ${invitationId}`;
  refuseInvitation(found, at);
  if (operator !== undefined) await addOperator(db, { ...operator, channels: found.channels });
  await addDevice(db, join);
  await db.update('invitations', { id: invitationId }, { usedAt: at, secret: '' });
}

function isOpen(at: number): Sql {
  return sql`used_at IS NULL AND until > ${at} AND made_at <= ${at + MAX_SET_BACK}`;
}

/** Coded errors: invitation_unknown, invitation_used, invitation_expired. */
export function refuseInvitation<I extends Pick<InvitationRecord, 'madeAt' | 'until' | 'usedAt'>>(
  invitation: I | undefined,
  at: number,
): asserts invitation is I {
  if (invitation === undefined)
    throw new ContractError('invitation_unknown', phrase('errors:refusals.invitation.unknown'));
  if (invitation.usedAt !== undefined)
    throw new ContractError('invitation_used', phrase('errors:refusals.invitation.used'));
  if (invitation.until <= at || invitation.madeAt > at + MAX_SET_BACK)
    throw new ContractError('invitation_expired', phrase('errors:refusals.invitation.expired'));
}

async function refuseRemoved(db: Connection, operatorId: string) {
  if ((await db.get`SELECT 1 FROM operators WHERE id = ${operatorId} AND removed_at IS NULL`) === undefined)
    throw new ContractError('not_found', phrase('errors:refusals.operator.gone'));
}

function listDevices(db: Connection) {
  return db.all<DeviceRecord>`SELECT * FROM devices ORDER BY last_seen_at DESC, id`;
}

/** Open ones, the newest first. */
function listInvitations(db: Connection, { at }: { readonly at: number }) {
  return db.all<InvitationRecord>`
    SELECT * FROM invitations WHERE ${isOpen(at)} ORDER BY made_at DESC, id`;
}

/** Open or not; undefined: there is none. */
function findInvitation(db: Connection, { invitationId }: { readonly invitationId: string }) {
  return db.get<InvitationRecord>`SELECT * FROM invitations WHERE id = ${invitationId}`;
}

export const deviceQueries = { listDevices, listInvitations, findInvitation } as const;

export const deviceTransactions = {
  acceptInvitation,
  addDevice,
  removeDevices,
  signOutAll,
  setPush,
  addInvitation,
  withdrawInvitation,
  updateDevices,
} as const;

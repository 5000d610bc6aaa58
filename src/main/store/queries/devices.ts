import type { Connection } from '../connection.ts';
import type { DeviceRecord, InvitationRecord } from '../transactions/devices.ts';

/** All of them. */
export function listDevices(connection: Connection): Promise<readonly DeviceRecord[]> {
  return connection.all('SELECT * FROM devices ORDER BY last_seen_at DESC, id');
}

/** Open ones, the newest first. */
export function listInvitations(
  connection: Connection,
  { at }: { readonly at: number },
): Promise<readonly InvitationRecord[]> {
  return connection.all('SELECT * FROM invitations WHERE used_at IS NULL AND until > ? ORDER BY made_at DESC, id', at);
}

/** Open or not; undefined: there is none. */
export function findInvitation(
  connection: Connection,
  { invitationId }: { readonly invitationId: string },
): Promise<InvitationRecord | undefined> {
  return connection.get('SELECT * FROM invitations WHERE id = ?', invitationId);
}

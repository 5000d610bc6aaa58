import { randomUUID } from 'node:crypto';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import { newOperator } from '#main/settings/installation.ts';
import type { Vault } from '#main/settings/vault.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { Store } from '#main/store/store.ts';
import { refuseInvitation, type InvitationRecord } from '#main/store/operators/devices.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Invitation, InvitationLink, invitationRoutes } from '#shared/contract/joining.ts';
import type { Touch } from '#shared/contract/events.ts';
import type { Role } from '#shared/domain/entities.ts';
import { encodeInvitation, invitationId, newShortSecret, type HostAddress } from '#shared/domain/invitation.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { Arrival, Devices } from './devices.ts';
import type { Operators } from './operators.ts';

/** Milliseconds in which an invitation can be used. */
const INVITATION_TTL = 24 * 60 * 60 * 1000;

/** Addresses and key through which colleagues reach this installation. */
export interface Reach {
  /** the likeliest first; empty: nobody can */
  readonly addresses: () => readonly HostAddress[];
  /** with the pin of the host's key. Coded error: secret_lost */
  readonly certificate: () => Promise<{ readonly pin: string }>;
}

/** An invitation that can be used, with its secret. */
export interface OpenInvitation extends Invitation {
  readonly secret: string;
}

interface NewColleague {
  readonly name: string;
  readonly role: Role;
  /** the only ones that they work on */
  readonly channels?: string[] | null | undefined;
}

export type Invitations = ReturnType<typeof createInvitations>;

/** Makes invitations and accepts each of them once. */
export function createInvitations(options: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly settings: Pick<Settings, 'write' | 'seal'>;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly clock: Pick<SettledClock, 'wall' | 'earliest'>;
  readonly touch: Touch;
  readonly devices: Pick<Devices, 'join'>;
  readonly operators: Pick<Operators, 'nameOf' | 'roleOf' | 'reportChange'>;
  readonly remoteAccess: Reach;
}) {
  const { store, settings, vault, clock, touch, devices, operators, remoteAccess } = options;
  /** A further device is for the operator as they are now. */
  const shown = ({ id, name, role, operatorId, until }: InvitationRecord): Invitation => ({
    id,
    name: operators.nameOf(operatorId) ?? name,
    role: operators.roleOf(operatorId) ?? role,
    ...omitUndefined({ operatorId }),
    until,
  });
  const unseal = async (sealed: string): Promise<string> => {
    try {
      return (await vault.open(sealed)).plain;
    } catch {
      throw new ContractError('secret_lost', phrase('errors:refusals.invitation.lost'));
    }
  };
  const linkOf = async (invitation: Invitation, secret: string): Promise<InvitationLink> => {
    const addresses = remoteAccess.addresses();
    const [first] = addresses;
    if (first === undefined)
      throw new ContractError('remote_access_closed', phrase('errors:refusals.invitation.closed'));
    const { pin } = await remoteAccess.certificate();
    const code = encodeInvitation({ secret, pin, addresses });
    const web = `${typeof first === 'string' ? first : first.u}/join#${code}`;
    return { invitation, web, app: `counterbell://join/${code}`, pin };
  };
  /** Coded errors: invitation_unknown, invitation_used, invitation_expired. */
  const open = async (id: string): Promise<OpenInvitation> => {
    const found = await store.read('findInvitation', { invitationId: id });
    refuseInvitation(found, clock.wall());
    return { ...shown(found), secret: await unseal(found.secret) };
  };

  /** requested by `byId`. Coded errors: remote_access_closed, secret_lost, not_found, invalid_input if there are too many */
  const create = async (
    wish: NewColleague | { readonly operatorId: string },
    byId: string,
  ): Promise<InvitationLink> => {
    const secret = newShortSecret();
    const at = clock.wall();
    const known =
      'operatorId' in wish
        ? { name: operators.nameOf(wish.operatorId) ?? '', role: operators.roleOf(wish.operatorId) ?? 'operator' }
        : wish;
    const record: InvitationRecord = {
      id: await invitationId(secret),
      ...wish,
      ...known,
      channels: 'channels' in wish ? (wish.channels ?? undefined) : undefined,
      invitedBy: byId,
      secret: await vault.seal(secret),
      madeAt: at,
      until: at + INVITATION_TTL,
    };
    // First: nobody could use it otherwise.
    const link = await linkOf(shown(record), secret);
    await store.write('addInvitation', { ...record, earliest: clock.earliest() });
    touch('invitations');
    return link;
  };

  const calls = {
    'devices.invite': (_input, { operatorId }) => create({ operatorId }, operatorId),
    'invitations.list': async () => ({
      invitations: (await store.read('listInvitations', { at: clock.wall() })).map(shown),
    }),
    'invitations.create': (wish, { operatorId }) => create(wish, operatorId),
    'invitations.link': async ({ invitationId: id }) => {
      const { secret, ...invitation } = await open(id).catch((error: unknown) => {
        if (error instanceof ContractError && error.code !== 'secret_lost')
          throw new ContractError('not_found', phrase('errors:refusals.invitation.gone'));
        throw error;
      });
      return linkOf(invitation, secret);
    },
    'invitations.withdraw': async ({ invitationId: id }) => {
      await store.write('withdrawInvitation', { invitationId: id });
      touch('invitations');
    },
  } satisfies CallsOf<typeof invitationRoutes>;
  return {
    calls,
    /** of a secret or id that somebody has. Coded errors: invitation_unknown, invitation_used, invitation_expired */
    open,
    /** Uses it, for a device with this key. Coded errors: as `open`, and invalid_input if there are too many operators */
    accept: async ({ id, name, role, operatorId }: Invitation, arrival: Omit<Arrival, 'operatorId'>) => {
      const joining = operatorId === undefined ? newOperator({ id: randomUUID(), name, role }) : undefined;
      const operator = joining && { ...joining, accessKey: await settings.seal(joining.accessKey) };
      const joins = { ...arrival, operatorId: operatorId ?? joining?.id ?? '' };
      const at = clock.wall();
      const device = await devices.join(joins, (added) =>
        settings.write('acceptInvitation', { ...added, invitationId: id, operator, at }),
      );
      if (operator !== undefined) operators.reportChange();
      touch('invitations');
      return device;
    },
  };
}

import type { Logger } from 'pino';
import type { Audit } from '#main/audit/audit.ts';
import type { Bots } from '#main/bots/bots.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Operators } from '#main/operators/operators.ts';
import { newSecret } from '#main/settings/installation.ts';
import type { Store } from '#main/store/store.ts';
import type { SeenSecret } from '#shared/contract/audit.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { type Caller, type HandlersOf } from './router.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

export interface AuditHandlersOptions {
  readonly audit: Pick<Audit, 'record'>;
  readonly bots: Pick<Bots, 'list' | 'update'>;
  readonly channels: Pick<ChannelDirectory, 'find' | 'renewSecret'>;
  readonly clock: Pick<Clock, 'wall'>;
  readonly log: Pick<Logger, 'error'>;
  readonly operators: Pick<Operators, 'nameOf' | 'renewKey'>;
  readonly store: Pick<Store, 'read'>;
}

type Renewed = RouteOutput<'audit.renewSeen'>['renewed'][number];

/** The list of changes and sign-ins, and renewing what somebody saw. */
export function auditHandlers(options: AuditHandlersOptions): HandlersOf<'audit'> {
  const { audit, bots, channels, clock, log, operators, store } = options;

  /** undefined: it is gone, and its secret with it */
  const secretOf = (id: string): Pick<SeenSecret, 'kind' | 'name'> | undefined => {
    const channel = channels.find(id);
    if (channel !== undefined) return { kind: channel.kind === 'site' ? 'site' : 'channel', name: channel.name };
    const bot = bots.list().find((each) => each.id === id);
    if (bot !== undefined) return { kind: 'bot', name: bot.name };
    const name = operators.nameOf(id);
    return name === undefined ? undefined : { kind: 'operator', name };
  };
  const seenBy = async (operatorId: string): Promise<SeenSecret[]> => {
    const seen = await store.read('listSeenSecrets', { operatorId });
    return seen.flatMap(({ aboutId, at }) => {
      const secret = secretOf(aboutId);
      return secret === undefined ? [] : [{ ...secret, id: aboutId, at }];
    });
  };
  const renew = async ({ kind, id, name }: SeenSecret, caller: Caller): Promise<Renewed> => {
    const subject = { aboutId: id, about: name };
    switch (kind) {
      case 'channel':
      case 'site':
        await channels.renewSecret(id);
        await audit.record(caller, { action: 'channels.renewSecret', ...subject, secret: 'renewed' });
        return { kind, id, name };
      case 'bot':
        await bots.update(id, { token: newSecret() });
        await audit.record(caller, { action: 'bots.update', ...subject, fields: ['token'], secret: 'renewed' });
        return { kind, id, name };
      case 'operator': {
        const accessKey = await operators.renewKey(id, id === caller.operatorId ? caller.deviceId : undefined);
        await audit.record(caller, { action: 'operators.renewKey', ...subject, secret: 'made' });
        return { kind, id, name, accessKey };
      }
    }
  };

  return {
    'audit.list': (selection) => store.read('listAudit', selection),
    'audit.people': async () => {
      const people = await store.read('listAuditPeople', { since: clock.wall() - YEAR });
      return {
        people: await Promise.all(
          people.map(async (person) => ({
            ...person,
            seen: person.removedAt === undefined ? [] : await seenBy(person.id),
          })),
        ),
      };
    },
    'audit.renewSeen': async ({ operatorId }, caller) => {
      const renewed: Renewed[] = [];
      const failed: RouteOutput<'audit.renewSeen'>['failed'] = [];
      for (const secret of await seenBy(operatorId)) {
        try {
          renewed.push(await renew(secret, caller));
        } catch (error) {
          const { kind, id, name } = secret;
          if (!(error instanceof ContractError)) log.error({ err: error, kind, id }, 'a secret could not be renewed');
          const reason = error instanceof ContractError ? error.reason : phrase('errors:refusals.internal.text');
          failed.push({ kind, id, name, reason });
        }
      }
      return { renewed, failed };
    },
  };
}

import type { BotDirectory } from '#main/bots/directory.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { Devices } from '#main/operators/devices.ts';
import type { Invitations } from '#main/operators/invitations.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { Store } from '#main/store/store.ts';
import type { AuditOptions, Subject, Act, Audit } from './audit.ts';
import type { MediaRequest, ServeMedia } from '#main/media/ports.ts';
import type { Role } from '#shared/domain/entities.ts';

/** Names, for the list of changes, of what calls are about; without a name if there is no such record. */
export function createSubjects({
  bots,
  channels,
  devices,
  invitations,
  journal,
  operators,
  store,
}: {
  readonly bots: Pick<BotDirectory, 'find'>;
  readonly channels: Pick<ChannelDirectory, 'find'>;
  readonly devices: Pick<Devices, 'find'>;
  readonly invitations: () => Pick<Invitations, 'find'>;
  readonly journal: Pick<Journal, 'get'>;
  readonly operators: Pick<Operators, 'nameOf'>;
  readonly store: Pick<Store, 'read'>;
}): AuditOptions['subjectOf'] {
  const named = (aboutId: string, about: string | undefined): Subject => ({ aboutId, about });
  return async (kind, id) => {
    switch (kind) {
      case 'channel':
        return named(id, channels.find(id)?.name);
      case 'bot':
        return named(id, bots.find(id)?.name);
      case 'operator':
        return named(id, operators.nameOf(id) ?? (await formerName(store, id)));
      case 'tag': {
        const tags = await store.read('listTags');
        return named(id, tags.find((tag) => tag.id === id)?.name);
      }
      case 'device': {
        const found = devices.find(id);
        return named(id, found && (found.name || operators.nameOf(found.operatorId)));
      }
      case 'invitation':
        return named(id, (await invitations().find(id))?.name);
      case 'backup':
        return { about: id };
      // Never by name, which has to be forgotten when they are erased.
      case 'customer':
        return { aboutId: id };
      case 'journalEntry': {
        // The call itself says what is wrong.
        const found = await journal.get(id).catch(() => undefined);
        const { botId, channelId = '' } = found?.entry ?? {};
        return botId === undefined
          ? named(channelId, channels.find(channelId)?.name)
          : named(botId, bots.find(botId)?.name);
      }
    }
  };
}

async function formerName(store: Pick<Store, 'read'>, operatorId: string): Promise<string | undefined> {
  const people = await store.read('listAuditPeople', { since: 0 });
  return people.find(({ id }) => id === operatorId)?.name;
}

/** The downloads below `/media/` that take data away, and the upload that brings some. */
const ACTS: readonly (readonly [pattern: RegExp, act: (found: RegExpExecArray) => Act])[] = [
  [/^\/media\/exports\/[^/]+\/customer-(\d+)\.zip$/, ([, id = '']) => ({ action: 'exports.download', aboutId: id })],
  [/^\/media\/transcripts$/, () => ({ action: 'transcripts.download' })],
  [/^\/media\/backups\/([^/]+)$/, ([, about = '']) => ({ action: 'backups.download', about })],
  [/^\/media\/backups$/, () => ({ action: 'backups.upload' })],
];

/** Records such requests in the list of changes when they succeed. */
export function auditedMedia(
  {
    audit,
    roleOf,
  }: {
    readonly audit: Pick<Audit, 'record'>;
    readonly roleOf: (operatorId: string) => Role | undefined;
  },
  serve: ServeMedia,
): ServeMedia {
  return async (request) => {
    const answer = await serve(request);
    const act = answer.status === 200 ? actOf(request) : undefined;
    if (act !== undefined) await audit.record({ ...request, role: roleOf(request.operatorId) }, act);
    return answer;
  };
}

function actOf({ method, url }: MediaRequest): Act | undefined {
  if (method === 'HEAD') return undefined;
  const { pathname } = new URL(url, 'http://console');
  for (const [pattern, act] of ACTS) {
    const found = pattern.exec(pathname);
    if (found !== null) return act(found);
  }
  return undefined;
}

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, throttle } from '#main/clock/clock.ts';
import type { EngineContext, Store } from '#main/store/store.ts';
import type { AuditRecord } from '#main/store/operators/audit.ts';
import type { AuditAction, Audited, AuditKind } from '#shared/contract/audited.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import type { CallerRole } from '#shared/domain/entities.ts';
import type { BotDirectory } from '#main/bots/directory.ts';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { Devices } from '#main/operators/devices.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { MediaRequest, ServeMedia } from '#main/media/ports.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const NOTIFY_INTERVAL = 1000;
/** Milliseconds in which wrong keys are counted before they are written again. */
const FAILED_INTERVAL = 10_000;
/** Addresses with wrong keys that are listed one by one within an hour. */
const MAX_FAILED = 10;
/** Characters of a name; backups have the longest. */
const MAX_NAME = 200;

/** The operator or program that acts, and from where. */
export interface Actor {
  readonly operatorId: string;
  readonly role: CallerRole | undefined;
  /** the client's address; undefined: this computer, in the app's own window */
  readonly from: string | undefined;
}

/** The action of an entry, and its subject. */
type Act = Pick<AuditRecord, 'action' | 'kind' | 'aboutId' | 'about'>;

/** The subject of an entry: its id and name. */
type Subject = Pick<AuditRecord, 'aboutId' | 'about'>;

export interface AuditOptions extends Pick<EngineContext, 'clock' | 'due' | 'touch'> {
  readonly store: Pick<Store, 'read' | 'write' | 'readOnly'>;
  readonly log: Pick<Logger, 'error'>;
  /** the entry of a route; undefined: it has none */
  readonly auditedOf: (route: RouteName) => Audited | undefined;
  readonly bots: Pick<BotDirectory, 'find'>;
  readonly channels: Pick<ChannelDirectory, 'find'>;
  readonly devices: Pick<Devices, 'find'>;
  readonly operators: Pick<Operators, 'nameOf'>;
}

export type Audit = ReturnType<typeof startAudit>;

/**
 * The owners' list of changes and sign-ins. What was done stays done if its entry cannot be written; that is logged.
 */
export function startAudit(options: AuditOptions) {
  const { store, clock, due, log, touch, auditedOf } = options;
  const { nameOf } = options.operators;
  const subjectOf = createSubjects(options);
  const notify = throttle(NOTIFY_INTERVAL, clock, () => touch('audit'));
  const write = async (entry: Omit<AuditRecord, 'key' | 'at' | 'count'>, within: number, count = 1): Promise<void> => {
    const at = clock.wall();
    const known = { ...entry, operatorName: entry.operatorId === undefined ? undefined : nameOf(entry.operatorId) };
    // The hours of wrong keys are those of the clock, so that a restart begins no other.
    const since = entry.action === 'signInFailed' ? at - (at % within) : at - within;
    await store.write('recordAudit', { entry: { ...known, key: randomUUID(), at, count }, since });
    notify.soon();
  };
  const attempt = (writing: Promise<void>, action: string): Promise<void> =>
    writing.catch((error: unknown) => {
      if (!store.readOnly) log.error({ err: error, action }, 'an entry could not be added to the list of changes');
    });
  /** Repeats are counted: owners' within a minute, others' within an hour. */
  const record = ({ operatorId, role, from }: Actor, act: Act): Promise<void> =>
    attempt(write({ ...act, operatorId, source: from }, role === 'owner' ? MINUTE : HOUR), act.action);
  const failed = countFailed(clock, (source, count) =>
    attempt(write({ action: 'signInFailed', source }, HOUR, count), 'signInFailed'),
  );

  const pruning = due.add({
    work: 'pruning the list of changes',
    run: async () => {
      if (!store.readOnly) await store.write('pruneAudit', clock.olderThan(YEAR));
      return DAY;
    },
  });

  return {
    /** records what this actor did; never rejects */
    record,
    /** records what nobody who is signed in did; never rejects */
    recordOther: (act: Act): Promise<void> => attempt(write(act, MINUTE), act.action),
    /** Before a call of a route: looks up what it is about. The result records it with the call's answer; it never rejects. */
    begin: async (
      actor: Actor,
      route: RouteName,
      input: Readonly<Record<string, unknown>>,
    ): Promise<((answer: unknown) => Promise<void>) | undefined> => {
      const audited = auditedOf(route);
      if (audited === undefined) return undefined;
      const [action, kind] = audited.split(' ') as [AuditAction, AuditKind];
      const id = input[kind === 'backup' ? 'name' : `${kind}Id`];
      const before = typeof id === 'string' ? await subjectOf(kind, id) : undefined;
      return (answer) => record(actor, { action, kind, ...shortened(before ?? createdOf(answer)) });
    },
    signIns: {
      succeeded: (operatorId: string, from: string): Promise<void> =>
        attempt(write({ action: 'signedIn', operatorId, source: from }, HOUR), 'signedIn'),
      /** with a wrong key */
      failed: failed.count,
    },
    stop: async (): Promise<void> => {
      await pruning.stop();
      notify.stop();
      await failed.stop();
    },
  };
}

/** Subject that a call created: the answer, or the one record in it. */
function createdOf(answer: unknown): Subject {
  const { operator, invitation, ...made } = answer as { readonly operator?: object; readonly invitation?: object };
  const { id, name } = { ...made, ...operator, ...invitation } as { readonly id?: unknown; readonly name?: unknown };
  return typeof id === 'string' && typeof name === 'string' ? { aboutId: id, about: name } : {};
}

function shortened({ about, ...subject }: Subject): Subject {
  return about === undefined ? subject : { ...subject, about: about.slice(0, MAX_NAME) };
}

/**
 * Wrong keys by address and hour. Who tries many neither fills the list nor keeps the disk busy: beyond the first ten
 * addresses of an hour they count together, under an empty one, and counts are written every ten seconds.
 */
function countFailed(clock: Clock, write: (source: string, count: number) => Promise<void>) {
  let hour = 0;
  let known = new Set<string>();
  let waiting = new Map<string, number>();
  let cancelTimer: (() => void) | undefined;
  let writing = Promise.resolve();
  const flush = (): void => {
    const counts = waiting;
    waiting = new Map();
    for (const [source, count] of counts) writing = writing.then(() => write(source, count));
  };
  const later = (): void => {
    cancelTimer = clock.after(FAILED_INTERVAL, () => {
      cancelTimer = undefined;
      if (waiting.size === 0) return;
      flush();
      later();
    });
  };
  return {
    count: (address: string): void => {
      const now = Math.floor(clock.wall() / HOUR);
      if (now !== hour) {
        flush();
        hour = now;
        known = new Set();
      }
      const listed = known.has(address) || known.size < MAX_FAILED;
      if (listed) known.add(address);
      const source = listed ? address : '';
      waiting.set(source, (waiting.get(source) ?? 0) + 1);
      if (cancelTimer !== undefined) return;
      flush();
      later();
    },
    stop: async (): Promise<void> => {
      cancelTimer?.();
      flush();
      await writing;
    },
  };
}

/** Names, for the list of changes, of what calls are about; without a name if there is no such record. */
function createSubjects({ bots, channels, devices, operators, store }: AuditOptions) {
  return async (kind: AuditKind, id: string): Promise<Subject> => {
    switch (kind) {
      case 'channel':
        return { aboutId: id, about: channels.find(id)?.name };
      case 'bot':
        return { aboutId: id, about: bots.find(id)?.name };
      case 'operator':
      case 'program':
        return { aboutId: id, about: operators.nameOf(id) };
      case 'tag': {
        return { aboutId: id, about: await store.read('findTagName', { tagId: id }) };
      }
      case 'device': {
        const found = devices.find(id);
        return { aboutId: id, about: found && (found.name || operators.nameOf(found.operatorId)) };
      }
      case 'invitation':
        return { aboutId: id, about: (await store.read('findInvitation', { invitationId: id }))?.name };
      case 'backup':
        return { about: id };
      // Customers never by name, which has to be forgotten when they are erased.
      default:
        return { aboutId: id };
    }
  };
}

/** The downloads below `/media/` that take data away, and the upload that brings some. */
const ACTS: readonly (readonly [pattern: RegExp, act: (found: RegExpExecArray) => Act])[] = [
  [
    /^\/media\/exports\/[^/]+\/customer-(\d+)\.zip$/,
    ([, id = '']) => ({ action: 'exported', kind: 'customer', aboutId: id }),
  ],
  [/^\/media\/contacts$/, () => ({ action: 'exported', kind: 'contacts' })],
  [/^\/media\/transcripts$/, () => ({ action: 'exported', kind: 'chats' })],
  [/^\/media\/backups\/([^/]+)$/, ([, about = '']) => ({ action: 'exported', kind: 'backup', about })],
  [/^\/media\/backups$/, () => ({ action: 'added', kind: 'backup' })],
];

/** Records such requests in the list of changes when they succeed. */
export function auditedMedia(
  {
    audit,
    roleOf,
  }: {
    readonly audit: Pick<Audit, 'record'>;
    readonly roleOf: (operatorId: string) => CallerRole | undefined;
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

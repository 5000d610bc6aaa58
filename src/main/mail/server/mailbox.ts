import type { ImapFlow, SearchObject } from 'imapflow';
import type { Logger } from 'pino';
import { type Clock, pause } from '#main/clock/clock.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import { type MailAccount, MailError, type MailProblem, toMailError } from './account.ts';
import { MAX_MAIL_BYTES, openImap, within } from './imap.ts';

/** How far a folder has been fetched. */
export interface Position {
  /** UIDVALIDITY: when it changes, UIDs mean other mails */
  readonly validity: string;
  /** UID of the last mail that was taken */
  readonly uid: number;
}

export interface FetchedMail {
  /**
   * `whole`: all bytes; `tooLarge`, above 50 MB: its headers; `unreadable`, the server fails each time that it is asked
   * for it: none
   */
  readonly kind: 'whole' | 'tooLarge' | 'unreadable';
  readonly source: Uint8Array;
  /** to be stored in the mail's own transaction; undefined: as it was, the mail may be known already */
  readonly position: Position | undefined;
}

/** Where mails are taken, and how far. */
export interface MailStore {
  readonly position: () => Promise<Position | undefined>;
  /** stores a position without a mail: fetching begins after it */
  readonly begin: (position: Position) => Promise<void>;
  /** resolves when the mail is on disk; rejects: not possible now, the same mail comes again, and none before it */
  readonly take: (mail: FetchedMail) => Promise<void>;
}

export interface MailboxStatus {
  /** `open`: looked through, and listening */
  readonly state: 'connecting' | 'open' | 'failed';
  /** of `failed`; undefined: a mail could not be stored */
  readonly problem?: MailProblem | undefined;
  /** the server's own words */
  readonly said?: string | undefined;
  /** of the state; milliseconds of the wall clock */
  readonly since: number;
}

interface MailboxOptions {
  readonly account: MailAccount;
  readonly mails: MailStore;
  readonly onStatus: (status: MailboxStatus) => void;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** PEM of an additional trusted authority */
  readonly root?: string | undefined;
}

const DAY = 24 * 60 * 60_000;
/** Milliseconds between looks: where the server tells what is new, in case that it does not, and where it cannot. */
const LOOKS = { told: 5 * 60_000, untold: 60_000 } as const;
const RETRIES = { first: 2000, longest: 5 * 60_000 } as const;
/** Milliseconds for an answer: to a short question, and with a mail. */
const ANSWER_LIMITS = { short: 60_000, mail: 10 * 60_000 } as const;
/** Days whose mails are looked through again after their UIDs changed. */
const DAYS_AGAIN = 7;
const MAX_HEADER_BYTES = 256 * 1024;
/** Mails whose sizes are asked for at once. */
const BATCH = 200;
/** Attempts to fetch a mail before the ones after it no longer wait. */
const MAX_ATTEMPTS = 10;

/**
 * Hands over what is new in a folder, one mail at a time in the order of UIDs, until it is stopped. The server tells
 * (IDLE); every 5 minutes it is asked, so that a connection that died silently is noticed. A lost connection is opened
 * again after a growing delay.
 *
 * The folder is opened read-only, and flags stay as they are: a mail that was fetched has been read by nobody. If it
 * were marked as seen, whoever watches the mailbox with another program would miss it, and that cannot be undone, while
 * a mail that is shown as unread there although it was answered here is only a nuisance.
 */
export function startMailbox({ account, mails, onStatus, clock, log, root }: MailboxOptions) {
  const stopped = new AbortController();
  let wake = new AbortController();
  let status: MailboxStatus = { state: 'connecting', since: clock.wall() };
  /** those who wait for a look to end: the next one, and the one under way */
  const waiting: { next: (() => void)[]; now: (() => void)[] } = { next: [], now: [] };
  /** how often fetching a mail has failed, by UID */
  const failed = new Map<number, number>();
  /** days whose mails are asked for once more */
  let daysAgain = 0;

  const become = (state: MailboxStatus['state'], error?: MailError): void => {
    const since = state === status.state ? status.since : clock.wall();
    const { problem, said } = error ?? {};
    if (state === status.state && problem === status.problem && said === status.said) return;
    status = { state, since, problem, said };
    onStatus(status);
  };
  const answer = async <T>(work: Promise<T>, limit: number = ANSWER_LIMITS.short): Promise<T> => {
    try {
      return await within(clock, limit, work);
    } catch (error) {
      throw toMailError(error, account.imap);
    }
  };

  /** UIDs of mails, ascending. */
  const find = async (client: ImapFlow, query: SearchObject): Promise<readonly number[]> => {
    const found = await answer(client.search(query, { uid: true }));
    if (!Array.isArray(found)) throw new MailError('server', 'SEARCH');
    return found.toSorted((a, b) => a - b);
  };
  const fetchMail = async (client: ImapFlow, uid: number, isWhole: boolean): Promise<Uint8Array | undefined> => {
    const query = { source: { maxLength: isWhole ? MAX_MAIL_BYTES : MAX_HEADER_BYTES } };
    try {
      const mail = await answer(client.fetchOne(String(uid), query, { uid: true }), ANSWER_LIMITS.mail);
      if (mail === false) return undefined;
      if (mail.source === undefined) throw new MailError('server', 'FETCH');
      failed.delete(uid);
      return isWhole ? mail.source : mail.source.subarray(0, endOfHeaders(mail.source));
    } catch (error) {
      failed.set(uid, (failed.get(uid) ?? 0) + 1);
      throw error;
    }
  };
  const takeAll = async (
    client: ImapFlow,
    uids: readonly number[],
    positionOf: (uid: number) => Position | undefined,
  ): Promise<void> => {
    for (let first = 0; first < uids.length; first += BATCH) {
      const batch = uids.slice(first, first + BATCH);
      const sizes = await answer(client.fetchAll(batch.join(','), { size: true }, { uid: true }));
      const sizeOf = new Map(sizes.map(({ uid, size = 0 }) => [uid, size]));
      for (const uid of batch) {
        const size = sizeOf.get(uid);
        // Somebody deleted it meanwhile.
        if (size === undefined) continue;
        const position = positionOf(uid);
        if ((failed.get(uid) ?? 0) >= MAX_ATTEMPTS) {
          await mails.take({ kind: 'unreadable', source: new Uint8Array(), position });
          continue;
        }
        const kind = size > MAX_MAIL_BYTES ? 'tooLarge' : 'whole';
        const source = await fetchMail(client, uid, kind === 'whole');
        if (source !== undefined) await mails.take({ kind, source, position });
        if (stopped.signal.aborted) return;
      }
    }
  };
  /** The mails of the last days, up to one: those that are known already stay as they are. */
  const takeSince = async (client: ImapFlow, days: number, last: number): Promise<void> => {
    const since = await find(client, { since: new Date(clock.wall() - days * DAY) });
    await takeAll(
      client,
      since.filter((uid) => uid <= last),
      () => undefined,
    );
  };
  /** The position in the folder as it is numbered now. If it is another one, what may be unknown is taken first. */
  const settlePosition = async (client: ImapFlow, validity: string, newest: number): Promise<Position> => {
    const known = await mails.position();
    // A UID beyond the newest: the server numbered anew and did not say so.
    if (known?.validity === validity && !(known.uid > newest)) return known;
    if (known !== undefined) await takeSince(client, DAYS_AGAIN, newest);
    const position = { validity, uid: newest };
    if (!stopped.signal.aborted) await mails.begin(position);
    return position;
  };
  const look = async (client: ImapFlow): Promise<void> => {
    const { uidValidity, uidNext } = await answer(client.mailboxOpen(account.folder, { readOnly: true }));
    const validity = String(uidValidity);
    const newest = Number.isInteger(uidNext) ? uidNext - 1 : ((await find(client, { all: true })).at(-1) ?? 0);
    const { uid: last } = await settlePosition(client, validity, newest);
    if (daysAgain > 0) {
      await takeSince(client, daysAgain, last);
      daysAgain = 0;
    }
    // `*` is the newest mail, even if that is an older one.
    const uids = (await find(client, { uid: `${last + 1}:*` })).filter((uid) => uid > last);
    await takeAll(client, uids, (uid) => ({ validity, uid }));
  };
  /** Looks and listens until the connection ends. */
  const stayConnected = async (onLooked: () => void): Promise<void> => {
    const client = await openImap(account.imap, { root, clock, signal: stopped.signal });
    try {
      const closed = new Promise<never>((_resolve, reject) =>
        client.once('close', () => reject(new MailError('unreachable'))),
      );
      closed.catch(() => undefined);
      client.on('exists', () => wake.abort());
      while (!stopped.signal.aborted) {
        wake = new AbortController();
        waiting.now.push(...waiting.next.splice(0));
        await look(client);
        become('open');
        onLooked();
        waiting.now.splice(0).forEach((tell) => tell());
        if (!wake.signal.aborted) await Promise.race([listen(client), closed]);
      }
    } finally {
      client.close();
    }
  };
  /** Resolves when there may be something new. */
  const listen = (client: ImapFlow): Promise<void> =>
    new Promise((resolve) => {
      const isTold = client.capabilities.has('IDLE');
      let cancel = clock.after(isTold ? LOOKS.told : LOOKS.untold, () => over.abort());
      const over = new AbortController();
      AbortSignal.any([wake.signal, stopped.signal, over.signal]).addEventListener('abort', () => {
        over.abort();
        cancel();
        resolve();
      });
      // If the server ends it by itself, looks come as often as where there is none.
      const onEnd = (): void => {
        if (over.signal.aborted) return;
        cancel();
        cancel = clock.after(LOOKS.untold, () => over.abort());
      };
      if (isTold) client.idle().then(onEnd, () => undefined);
    });
  const tellAll = (): void => [waiting.now, waiting.next].forEach((some) => some.splice(0).forEach((tell) => tell()));
  const run = async (): Promise<void> => {
    for (let failures = 0; !stopped.signal.aborted;) {
      try {
        await stayConnected(() => (failures = 0));
      } catch (error) {
        if (stopped.signal.aborted) break;
        if (error instanceof MailError) become('failed', error);
        else {
          log.warn({ err: error }, 'a mail could not be stored');
          become('failed');
        }
      }
      tellAll();
      wake = new AbortController();
      await pause(clock, growingDelay(RETRIES, failures), AbortSignal.any([stopped.signal, wake.signal]));
      failures += 1;
    }
    tellAll();
  };
  const running = run();
  return {
    /** looks at once, also through the mails of the last `days`; resolves with what came of it */
    look: async ({ days = 0 }: { readonly days?: number | undefined } = {}): Promise<MailboxStatus> => {
      daysAgain = Math.max(daysAgain, days);
      if (!stopped.signal.aborted) {
        const next = new Promise<void>((resolve) => waiting.next.push(resolve));
        wake.abort();
        await next;
      }
      return status;
    },
    status: (): MailboxStatus => status,
    /** resolves when nothing of it goes on */
    stop: async (): Promise<void> => {
      stopped.abort();
      await running;
    },
  };
}

/** Length of the headers that a mail begins with, and the empty line after them. */
function endOfHeaders(source: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => ({ at: source.indexOf(end), end }));
  const [first] = ends.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return first === undefined ? source.length : first.at + first.end.length;
}

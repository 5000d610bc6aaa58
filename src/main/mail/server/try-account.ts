import { randomUUID } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import { type Clock, pause } from '#main/clock/clock.ts';
import { type MailAccount, MailError, type MailProblem, toMailError } from './account.ts';
import { openImap, within } from './imap.ts';
import { createSender, type SendOutcome } from './sender.ts';

export type TrialStep =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: MailProblem; readonly said: string | undefined };

/** What came of each step; undefined: a step before it failed. */
export interface Trial {
  /** signed in, and the folder is there */
  readonly imap: TrialStep;
  /** signed in */
  readonly smtp: TrialStep;
  /** a mail to oneself was taken, and is in the folder */
  readonly roundTrip: TrialStep | undefined;
  /** a mail to address+tag@ arrives, too */
  readonly plusAddresses: boolean;
}

interface TrialOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** the mail's texts, in the owner's language */
  readonly words: { readonly subject: string; readonly text: string };
  /** PEM of an additional trusted authority */
  readonly root?: string | undefined;
}

/** Milliseconds until the mail must have arrived: at the plus-address, before the plain one is tried; and at all. */
const LIMITS = { plus: 20_000, all: 60_000 } as const;
const LOOK_INTERVAL = 2000;
const ANSWER_LIMIT = 30_000;
const OK: TrialStep = { ok: true };

/**
 * Tries a mailbox: signs in to both servers, sends a mail to itself, first to the plus-address, and waits until it is in
 * the folder, where it is deleted. The mail says that it is automatic, so that whoever fetches the folder makes no chat of
 * it. Never rejects.
 */
export async function tryAccount(account: MailAccount, { clock, signal, words, root }: TrialOptions): Promise<Trial> {
  const stop = new AbortController();
  const limit = AbortSignal.any([signal, stop.signal]);
  const sender = createSender({ account, clock, root });
  let client: ImapFlow | undefined;
  const step = async (work: () => Promise<unknown>): Promise<TrialStep> => {
    try {
      await work();
      return OK;
    } catch (error) {
      const { problem, said } = toMailError(error, account.imap);
      return { ok: false, problem, said };
    }
  };
  try {
    const [imap, smtp] = await Promise.all([
      step(async () => {
        client = await openImap(account.imap, { root, clock, signal: limit });
        await within(clock, ANSWER_LIMIT, client.mailboxOpen(account.folder));
      }),
      step(() => sender.check(limit)),
    ]);
    if (client === undefined || !imap.ok || !smtp.ok) return { imap, smtp, roundTrip: undefined, plusAddresses: false };
    const opened = client;
    let plusAddresses = false;
    const roundTrip = await step(async () => {
      plusAddresses = await sendToSelf(opened);
    });
    return { imap, smtp, roundTrip, plusAddresses };
  } finally {
    stop.abort();
    sender.close();
  }

  /** Resolves when a mail has arrived: whether it is the one to the plus-address. */
  async function sendToSelf(opened: ImapFlow): Promise<boolean> {
    const domain = account.address.slice(account.address.lastIndexOf('@') + 1);
    const tag = randomUUID().replaceAll('-', '').slice(0, 16);
    const [plus, plain] = [`${tag}-plus@${domain}`, `${tag}@${domain}`];
    const first = opened.mailbox === false ? 1 : opened.mailbox.uidNext;
    const send = (messageId: string, address: string): Promise<SendOutcome> =>
      sender.send({ messageId, to: { address }, ...words, automatic: 'auto-generated' }, limit);
    const arrived = async (id: string): Promise<boolean> => {
      const query = { uid: `${first}:*`, header: { 'message-id': id } };
      const found = await within(clock, ANSWER_LIMIT, opened.search(query, { uid: true }));
      if (!Array.isArray(found) || found.length === 0) return false;
      await within(clock, ANSWER_LIMIT, opened.messageDelete(found, { uid: true }));
      return true;
    };
    /** The first of these mails that arrives in time. */
    const wait = async (ids: readonly string[], until: number): Promise<string | undefined> => {
      for (;;) {
        // The folder as it is now.
        await within(clock, ANSWER_LIMIT, opened.noop());
        for (const id of ids) if (await arrived(id)) return id;
        if (limit.aborted) throw new MailError('timeout');
        if (clock.monotonic() >= until) return undefined;
        await pause(clock, LOOK_INTERVAL, limit);
      }
    };
    const at = account.address.lastIndexOf('@');
    const isSent = (await send(plus, `${account.address.slice(0, at)}+${tag}${account.address.slice(at)}`)).ok;
    if (isSent && (await wait([plus], clock.monotonic() + LIMITS.plus)) === plus) return true;
    const outcome = await send(plain, account.address);
    if (!outcome.ok) throw new MailError(outcome.problem, outcome.reason);
    const came = await wait([plain, plus], clock.monotonic() + LIMITS.all);
    if (came === undefined) throw new MailError('notArrived');
    // Neither is left behind.
    return came === plus || (await arrived(plus));
  }
}

import { randomBytes } from 'node:crypto';
import type { Journal } from '#main/journal/journal.ts';
import type { MediaStore } from '#main/media/ports.ts';
import { failurePhrase } from '#main/outgoing/caller.ts';
import type { SendingMail, UnmailedReply } from '#main/store/mail/outgoing.ts';
import type { EngineContext } from '#main/store/store.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import type { MailSettings } from '#shared/domain/mail.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import { composeMail } from './compose.ts';
import { noteMail } from './noting.ts';
import type { createSender, SendOutcome } from './server/sender.ts';

/** Milliseconds in which further replies join a mail to somebody who wrote by mail. */
const JOINING = 5000;
/** Milliseconds between looks while visitors may yet leave. */
const LOOKS = 10_000;
/** Milliseconds until the next attempt, and after which a mail is given up. */
const RETRIES = { first: 5000, longest: 15 * 60_000 } as const;
const GIVEN_UP = 24 * 60 * 60_000;
/** Milliseconds after which a reply that nobody has seen is no news any more. */
const OLD = 7 * 24 * 60 * 60_000;

type Trouble = Pick<SendOutcome & { readonly ok: false }, 'problem' | 'reason'>;

/** A mailbox that mails go out by. */
export interface OpenMailbox {
  readonly channelId: string;
  readonly settings: MailSettings;
  readonly sender: Pick<ReturnType<typeof createSender>, 'send'>;
}

export interface MailSendingOptions extends Pick<
  EngineContext,
  'store' | 'clock' | 'due' | 'log' | 'perform' | 'on' | 'touch'
> {
  readonly mailboxes: () => readonly OpenMailbox[];
  readonly media: Pick<MediaStore, 'find' | 'open'>;
  readonly journal: Pick<Journal, 'add'>;
  /** of a channel */
  readonly nameOf: (channelId: string) => string;
  /** wall clock: when a visitor of a website left; 0: long ago; undefined: they are there */
  readonly leftAt: (customerId: string) => number | undefined;
}

/** Sends replies by mail: to those who wrote by mail, and to visitors of websites who have left. */
export function startMailSending(options: MailSendingOptions) {
  const { store, clock, log, perform, mailboxes } = options;
  const stopping = new AbortController();
  /** by mailbox: why its mail server took nothing when it was last asked */
  const troubles = new Map<string, Trouble>();
  /** by chat: what is being sent */
  const lanes = new Map<string, Promise<void>>();

  const write = async (mailbox: OpenMailbox, replies: readonly UnmailedReply[], address: string): Promise<void> => {
    const [first] = replies;
    if (first === undefined) return;
    const { channelId, settings } = mailbox;
    const domain = settings.address.slice(settings.address.lastIndexOf('@') + 1);
    const messageId = `${randomBytes(18).toString('hex')}@${domain}`;
    const ids = replies.map((reply) => reply.messageId);
    await perform['mails.write']({ chatId: first.chatId, channelId, messageId, address, replies: ids });
  };
  /** Puts into mails what is due; returns milliseconds until more may be. */
  const writeDue = async (): Promise<number> => {
    const now = clock.wall();
    const own = await store.read('unmailedReplies');
    let next = Infinity;
    for (const replies of Map.groupBy(own, ({ chatId }) => chatId).values()) {
      const mailbox = mailboxes().find(({ channelId }) => channelId === replies[0]?.channelId);
      const age = now - Math.max(...replies.map(({ at }) => at));
      if (mailbox === undefined) continue;
      if (age < JOINING && age >= 0) next = Math.min(next, JOINING - age);
      else await write(mailbox, replies, String(JSON.parse(replies[0]?.externalId ?? '""')));
    }
    const mailbox = mailboxes().find(({ settings }) => settings.answersLeft);
    const opened = mailbox && (await store.read('mailbox', { channelId: mailbox.channelId }));
    if (mailbox === undefined || opened === undefined) return next;
    const unseen = await store.read('unseenReplies', { since: Math.max(opened.since, now - OLD) });
    for (const replies of Map.groupBy(unseen, ({ chatId }) => chatId).values()) {
      const { customerId = '', email = '' } = replies[0] ?? {};
      const leftAt = options.leftAt(customerId);
      const goneFor = leftAt === undefined ? 0 : now - Math.max(leftAt, ...replies.map(({ at }) => at));
      if (goneFor >= mailbox.settings.followUpAfter * 1000) await write(mailbox, replies, email);
      else next = Math.min(next, LOOKS);
    }
    return next;
  };

  const send = async ({ id: mailId, chatId, channelId, at, attempts }: SendingMail): Promise<void> => {
    const mailbox = mailboxes().find((each) => each.channelId === channelId);
    if (mailbox === undefined || !store.nodes.leadsForSure()) return;
    const begun = await store.write('beginMail', { mailId });
    if (begun === undefined) return;
    if (begun === 'lost') return void (await perform['mails.end']({ mailId, error: { kind: 'interrupted' } }));
    const composed = await composeMail(begun, {
      settings: mailbox.settings,
      shop: options.nameOf(begun.channelId),
      media: options.media,
    });
    const started = clock.monotonic();
    const outcome = await mailbox.sender.send(composed, stopping.signal);
    noteMail(
      options.journal,
      {
        ...{ at: clock.wall(), direction: 'out', channelId, chatId, took: clock.monotonic() - started },
        ...{ size: Buffer.byteLength(composed.text), messageId: begun.replies[0]?.message.id },
        outcome: outcome.ok ? 'delivered' : 'failed',
        notes: outcome.ok ? [] : [failurePhrase(errorOf(outcome))],
      },
      begun.address,
    );
    if (outcome.ok || outcome.kind !== 'later') troubles.delete(channelId);
    else troubles.set(channelId, outcome);
    options.touch('mailboxes');
    const isOld = clock.wall() - at > GIVEN_UP;
    if (outcome.ok || outcome.kind === 'refused' || (isOld && outcome.kind === 'later'))
      return void (await perform['mails.end']({ mailId, error: outcome.ok ? undefined : errorOf(outcome) }));
    // Nothing was lost by a stop: the next start goes on.
    const isUnknown = outcome.kind === 'unknown';
    const nextAt = clock.wall() + growingDelay(RETRIES, attempts);
    await perform['mails.later']({ mailId, error: errorOf(outcome), nextAt, isUnknown });
  };
  /** Sends what is due, chats at the same time; returns milliseconds until more is. */
  const sendDue = async (): Promise<number> => {
    const now = clock.wall();
    const sending = await store.read('sendingMails');
    for (const mail of sending) {
      // A clock that was set back would keep it waiting.
      const isDue = mail.nextAt <= now || mail.nextAt > now + RETRIES.longest;
      if (!isDue || lanes.has(mail.chatId) || stopping.signal.aborted) continue;
      const lane = send(mail)
        .catch((error: unknown) => log.error({ err: error, mail: mail.id }, 'a mail could not be sent'))
        .finally(() => {
          lanes.delete(mail.chatId);
          if (!stopping.signal.aborted) void work.check();
        });
      lanes.set(mail.chatId, lane);
    }
    const waiting = sending
      .filter(({ chatId }) => !lanes.has(chatId))
      .map(({ nextAt }) => Math.max(1000, nextAt - now));
    return Math.min(RETRIES.longest, ...waiting);
  };
  const work = options.due.add({
    work: 'sending mails',
    run: async () => {
      if (mailboxes().length === 0) return Infinity;
      const next = await writeDue();
      return Math.min(next, await sendDue());
    },
  });
  const unlisten = options.on('message.added', ({ message }) => {
    if (message.delivery !== undefined && mailboxes().length > 0) void work.check();
  });

  return {
    /** something may be due: a mailbox was opened, or is to be tried again */
    check: work.check,
    /** why the mail server of this mailbox takes nothing; undefined: it does, as far as is known */
    troubleOf: (channelId: string): Trouble | undefined => troubles.get(channelId),
    stop: async (): Promise<void> => {
      unlisten();
      stopping.abort();
      await work.stop();
      await Promise.all(lanes.values());
    },
  };
}

function errorOf({ kind, reason, code }: SendOutcome & { readonly ok: false }): DeliveryError {
  if (kind === 'refused')
    return { kind: 'refused', message: reason, ...(code !== undefined && { code: String(code) }) };
  return kind === 'unknown' ? { kind: 'interrupted' } : { kind: 'unreachable', message: reason };
}

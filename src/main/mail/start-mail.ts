import { Resolver } from 'node:dns/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import type { ChannelPort } from '#main/channels/channel-kinds.ts';
import { createAddressGuard, SYSTEM_EDGE } from '#main/outgoing/address-guard.ts';
import { createCaller } from '#main/outgoing/caller.ts';
import { type ChannelRecord, isLost, openSecret, type Secret } from '#main/settings/installation.ts';
import type { EngineContext } from '#main/store/store.ts';
import { ContractError, notFound } from '#shared/contract/errors.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { mailboxRoutes, MailboxView, MailTest } from '#shared/contract/mailboxes.ts';
import type { MailServer, MailSettings } from '#shared/domain/mail.ts';
import { ENGLISH } from '#shared/locales/languages.ts';
import { mailWords } from '#shared/locales/mail.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { type MailSendingOptions, type OpenMailbox, startMailSending } from './sending.ts';
import type { MailAccount } from './server/account.ts';
import { findSettings } from './server/find-settings.ts';
import { startMailbox } from './server/mailbox.ts';
import { createSender } from './server/sender.ts';
import { type Trial, type TrialStep, tryAccount } from './server/try-account.ts';
import { type MailTakingOptions, takeMail } from './taking.ts';

/** The passwords of a mailbox: its channel's secret, as JSON. */
const passwords = z.object({ imap: z.string(), smtp: z.string() });
export type MailPasswords = z.infer<typeof passwords>;

interface Open extends OpenMailbox {
  readonly account: MailAccount;
  readonly mailbox: ReturnType<typeof startMailbox>;
  readonly sender: ReturnType<typeof createSender>;
}

export interface MailOptions
  extends
    EngineContext,
    Pick<MailSendingOptions, 'leftAt' | 'journal'>,
    Omit<MailTakingOptions, 'media' | 'journal' | 'store' | 'clock' | 'log' | 'perform'> {
  readonly channels: Pick<ChannelDirectory, 'records' | 'get' | 'find' | 'setMailbox' | 'addMailbox'>;
  readonly media: MailSendingOptions['media'] & MailTakingOptions['media'];
}

/** Channels of the kind `email`: fetches what arrives in mailboxes, and sends answers by mail. */
export function startMail(options: MailOptions) {
  const { channels, store, clock, log, perform } = options;
  const startedAt = clock.wall();
  // Whoever owns a domain chooses where it leads.
  const caller = createCaller(undefined, createAddressGuard(SYSTEM_EDGE, false));
  const open = new Map<string, Open>();
  const closing = new Set<Promise<void>>();
  const stopping = new AbortController();

  const begin = (channelId: string, settings: MailSettings, account: MailAccount): Open => {
    const mailbox = startMailbox({
      ...{ account, clock, log },
      mails: {
        position: async () => {
          const known = await store.read('mailbox', { channelId });
          const { validity, uid } = known ?? {};
          return validity === undefined || uid === undefined ? undefined : { validity, uid };
        },
        begin: async (position) => void (await perform['mails.readUpTo']({ channelId, position })),
        take: (mail) =>
          takeMail(mail, { channelId, settings: settingsOf(channelId) ?? settings }, options, stopping.signal),
      },
      onStatus: (status) => {
        log.info({ channelId, status }, 'a mailbox');
        options.touch('mailboxes');
      },
    });
    return { channelId, settings, account, mailbox, sender: createSender({ account, clock }) };
  };
  const settingsOf = (channelId: string): MailSettings | undefined => channels.find(channelId)?.email;
  const close = ({ channelId, mailbox, sender }: Open): void => {
    open.delete(channelId);
    const closed = mailbox.stop().finally(() => {
      sender.close();
      closing.delete(closed);
    });
    closing.add(closed);
  };
  /** Opens, changes and closes them as the channels say. */
  const become = (): void => {
    // A newer database is only read. Of several nodes, one fetches.
    const records = store.readOnly || !store.nodes.leads() ? [] : channels.records();
    const wanted = new Map(
      records.flatMap((channel) => accountOf(channel) ?? []).map((each) => [each.channelId, each]),
    );
    for (const each of open.values())
      if (!isDeepStrictEqual(wanted.get(each.channelId)?.account, each.account)) close(each);
    for (const { channelId, settings, account } of wanted.values()) {
      const known = open.get(channelId);
      open.set(channelId, known === undefined ? begin(channelId, settings, account) : { ...known, settings });
    }
    options.touch('mailboxes');
    void sending.check();
  };

  const sending = startMailSending({
    ...options,
    mailboxes: () => [...open.values()],
    nameOf: (channelId) => channels.find(channelId)?.name ?? '',
  });
  become();
  const unlisten = options.onTouched(['channels'], become);
  store.nodes.onLeading(become);

  const viewOf = async ({ id: channelId, email, secret }: ChannelRecord): Promise<MailboxView | undefined> => {
    if (email === undefined) return undefined;
    const waiting = (await store.read('sendingMails')).filter((mail) => mail.channelId === channelId).length;
    const known = { channelId, address: email.address, waiting };
    const status = open.get(channelId)?.mailbox.status();
    if (passwordsOf(secret) === undefined)
      return { ...known, state: 'broken', trouble: 'passwordLost', since: startedAt };
    if (status === undefined) return { ...known, state: 'starting', since: startedAt };
    const notSent = waiting > 0 && status.problem === undefined ? sending.troubleOf(channelId) : undefined;
    if (notSent !== undefined)
      return {
        ...known,
        ...{ state: 'broken', trouble: notSent.problem, isSending: true, said: notSent.reason, since: status.since },
      };
    const { problem: trouble, said, since } = status;
    return { ...known, state: STATES[status.state], since, ...omitUndefined({ trouble, said }) };
  };
  const viewFor = async (channelId: string): Promise<MailboxView> => {
    const view = await viewOf(channels.get(channelId));
    if (view === undefined) throw notFound('channel');
    return view;
  };
  const known = (channelId: string): ChannelRecord & { readonly email: MailSettings } => {
    const channel = channels.get(channelId);
    if (channel.email === undefined) throw notFound('channel');
    return { ...channel, email: channel.email };
  };
  /** Those given, else those stored. Coded error: secret_lost */
  const passwordsWith = (
    channelId: string | undefined,
    { password, smtpPassword }: { readonly password?: string | undefined; readonly smtpPassword?: string | undefined },
  ): MailPasswords => {
    if (password !== undefined) return { imap: password, smtp: smtpPassword ?? password };
    const stored = channelId === undefined ? undefined : passwordsOf(known(channelId).secret);
    if (stored === undefined) throw new ContractError('secret_lost', phrase('errors:refusals.secret.lost'));
    return { ...stored, ...(smtpPassword !== undefined && { smtp: smtpPassword }) };
  };

  const calls = {
    'mailboxes.list': async () => ({
      mailboxes: (await Promise.all(channels.records().map(viewOf))).filter((view) => view !== undefined),
    }),
    'mailboxes.find': async ({ address }) => {
      const found = await findSettings(address, { call: caller.call, dns: new Resolver(), signal: stopping.signal });
      if (found === undefined) return {};
      const { imap, smtp, provider } = found;
      const { name, needs: signIn, isOffAtFirst, help } = provider ?? {};
      return { found: { imap, smtp, ...omitUndefined({ provider: name, signIn, isOffAtFirst, help }) } };
    },
    'mailboxes.try': async ({ channelId, password, smtpPassword, ...server }) => {
      const account = withPasswords(server, passwordsWith(channelId, { password, smtpPassword }));
      const { subject, text } = (await mailWords(ENGLISH.code)).test;
      return testOf(await tryAccount(account, { clock, signal: stopping.signal, words: { subject, text } }));
    },
    'mailboxes.add': async ({ name, password, smtpPassword, ...email }) =>
      channels.addMailbox(name, email, JSON.stringify({ imap: password, smtp: smtpPassword ?? password })),
    'mailboxes.change': async ({ channelId, password, smtpPassword, ...email }) => {
      const before = known(channelId);
      const isNew = password !== undefined || smtpPassword !== undefined;
      const secret = isNew ? JSON.stringify(passwordsWith(channelId, { password, smtpPassword })) : undefined;
      return channels.setMailbox(channelId, { ...before.email, ...omitUndefined(email) }, secret);
    },
    'mailboxes.look': async ({ channelId, days }) => {
      known(channelId);
      await open.get(channelId)?.mailbox.look({ days });
      void sending.check();
      return viewFor(channelId);
    },
  } satisfies CallsOf<typeof mailboxRoutes>;

  const port: ChannelPort = {
    enqueue: () => void sending.check(),
    // Nobody sees it: there is only the mail.
    sendTyping: async () => undefined,
  };
  return {
    calls,
    port,
    stop: async (): Promise<void> => {
      unlisten();
      stopping.abort();
      caller.stop();
      for (const each of open.values()) close(each);
      await sending.stop();
      await Promise.all(closing);
    },
  };
}

const STATES = { connecting: 'starting', open: 'open', failed: 'broken' } as const;

/** Step by step, up to the first that failed. */
function testOf({ imap, smtp, roundTrip, plusAddresses }: Trial): MailTest {
  const came = (step: MailTest['steps'][number]['step'], outcome: TrialStep) =>
    outcome.ok ? { step } : { step, trouble: outcome.problem, ...omitUndefined({ said: outcome.said }) };
  const isSent = roundTrip !== undefined && (roundTrip.ok || roundTrip.problem === 'notArrived');
  const last =
    roundTrip && (isSent ? [{ step: 'sent' as const }, came('arrived', roundTrip)] : [came('sent', roundTrip)]);
  return { steps: [came('imap', imap), came('smtp', smtp), ...(last ?? [])], plusAddresses };
}

function passwordsOf(secret: Secret): MailPasswords | undefined {
  if (isLost(secret)) return undefined;
  try {
    return passwords.parse(JSON.parse(openSecret(secret)));
  } catch {
    return undefined;
  }
}

/** A mailbox of these sends answers to visitors of websites who have left. */
export function mailsAnswers(channels: readonly ChannelRecord[]): boolean {
  return channels.some(({ email, secret }) => email?.answersLeft === true && passwordsOf(secret) !== undefined);
}

function withPasswords(
  {
    address,
    imap,
    smtp,
    folder,
  }: { readonly address: string; readonly imap: MailServer; readonly smtp: MailServer; readonly folder: string },
  secrets: MailPasswords,
): MailAccount {
  return {
    address,
    folder,
    imap: { ...imap, password: secrets.imap },
    smtp: { ...smtp, password: secrets.smtp },
  };
}

function accountOf({ id: channelId, email: settings, secret }: ChannelRecord) {
  const secrets = passwordsOf(secret);
  if (settings === undefined || secrets === undefined) return undefined;
  return { channelId, settings, account: withPasswords(settings, secrets) };
}

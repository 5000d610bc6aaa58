import { hash } from 'node:crypto';
import type { Chats } from '#main/chats/chats.ts';
import type { CustomerTyping } from '#main/chats/typing.ts';
import type { Announce } from '#main/chats/chats.ts';
import { createSerialQueue } from '#main/clock/serial-queue.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { TooManyRequests } from '#main/intake/admission.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { openSecret } from '#main/settings/installation.ts';
import type { VisitorRecord } from '#main/store/queries/site.ts';
import type { Store } from '#main/store/store.ts';
import type { ReceivedMessage } from '#main/store/transactions/receive-message.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import { firstCodePoints } from '#shared/protocol/chat-channel.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import {
  type EngineFrame,
  PAGE_OF_MESSAGES,
  type RefusalCode,
  type SiteIdentity,
  type SiteState,
  type VisitedPage,
  type VisitorFrame,
} from '#shared/site/frames.ts';
import { toSiteMessage } from './site-messages.ts';
import type { UploadedFile } from './uploads.ts';
import { identifiedVisitor, isSigned, newVisitor, readToken } from './visitor-token.ts';

/** What a session needs of the engine. */
export interface SessionParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly announce: Announce;
  readonly chats: Pick<Chats, 'receive'>;
  readonly typing: CustomerTyping;
  readonly isStaffed: (channelId: string) => boolean;
  /** undefined: they were removed */
  readonly findOperator: (operatorId: string) => Operator | undefined;
  readonly findUpload: (id: string, owner: string) => UploadedFile | undefined;
  /** a message's file with an address of its own */
  readonly hostFile: (upload: UploadedFile, isVoice: boolean) => Pick<ReceivedMessage, 'type' | 'fields' | 'files'>;
  /** the website said that somebody is signed in, with a signature that is not the key's */
  readonly onWrongSignature: (channelId: string) => void;
}

/** Limits of the listener on what this visitor's address sends; each returns why it is refused. */
export interface SessionLimits {
  readonly frame: (bytes: number) => TooManyRequests | undefined;
  readonly further: (messages: number) => TooManyRequests | undefined;
  readonly newChats: ReceivedMessage['newChats'];
}

export interface SessionOptions {
  readonly id: string;
  readonly channel: ChannelRecord;
  readonly send: (frame: EngineFrame) => void;
  readonly limits: () => SessionLimits;
  /** who the visitor is, or the page they are on, has changed */
  readonly onChange: () => void;
}

/** Messages after a cursor that are sent one by one; if there are more, the window begins anew. */
const MAX_MISSED = 500;

/** Frames that wait their turn; a window that sends more is told to slow down. */
const MAX_PENDING_FRAMES = 64;

/** Frames without an id that the window waits to be answered: if one is refused, it connects again, a little later. */
const AWAITED: ReadonlySet<VisitorFrame['kind']> = new Set(['hello', 'begin', 'history', 'identify']);

/** One connection of a visitor's window, whatever carries it. */
export function createSession(parts: SessionParts, options: SessionOptions) {
  const { store, clock, emit } = parts;
  const { channel, send } = options;
  const secret = openSecret(channel.secret);
  const queue = createSerialQueue();
  let waiting = 0;
  let isRefreshWaiting = false;
  let externalId: string | undefined;
  let visitor: VisitorRecord | undefined;
  let identity: SiteIdentity | undefined;
  let page: VisitedPage | undefined;
  let language: string | undefined;
  let cursor = '0';
  let got = 0;
  let seen = 0;
  let sentState = '';
  let isClosed = false;

  const find = async (): Promise<void> => {
    if (externalId === undefined) return;
    const before = visitor?.customerId;
    visitor = await store.read('findVisitor', { channelId: channel.id, externalId });
    if (visitor?.customerId !== before) options.onChange();
  };
  const state = (): SiteState => {
    const staffed = parts.isStaffed(channel.id);
    if (visitor?.chatId === undefined) return { chat: 'none', staffed };
    const { state: chat, botName, operatorId } = visitor;
    if (chat === 'bot') return { chat, staffed, ...(botName !== undefined && { who: { name: botName } }) };
    const operator = chat === 'active' && operatorId !== undefined ? parts.findOperator(operatorId) : undefined;
    if (operator === undefined) return { chat: 'waiting', staffed };
    const picture = photoLink(operator, '')?.replace(/^\//, '');
    return { chat: 'operator', staffed, who: { name: operator.name, ...omitUndefined({ picture }) } };
  };
  const sendState = (): void => {
    const now = state();
    const written = JSON.stringify(now);
    if (written === sentState) return;
    sentState = written;
    send({ kind: 'state', state: now });
  };
  const list = (place: { readonly after?: string; readonly before?: string; readonly limit: number }) =>
    visitor === undefined
      ? Promise.resolve({ messages: [], more: false })
      : store.read('listVisitorMessages', { customerId: visitor.customerId, now: clock.wall(), ...place });

  /** Sends what is new, in order. */
  const pull = async (): Promise<void> => {
    await find();
    sendState();
    for (let more = true; more && !isClosed;) {
      const next = await list({ after: cursor, limit: PAGE_OF_MESSAGES });
      for (const each of next.messages) {
        cursor = each.message.id;
        send({ kind: 'message', message: toSiteMessage(each) });
      }
      ({ more } = next);
    }
  };

  const become = (whose: { readonly token: string; readonly externalId: string }, isNew: boolean): void => {
    if (externalId !== whose.externalId) got = seen = 0;
    ({ externalId } = whose);
    if (isNew) send({ kind: 'token', token: whose.token });
    options.onChange();
  };
  /** whom the website has signed in, if it can prove it */
  const identify = (given: SiteIdentity): boolean => {
    if (!isSigned(secret, given)) {
      parts.onWrongSignature(channel.id);
      return false;
    }
    identity = given;
    become(identifiedVisitor(secret, given.id), true);
    return true;
  };
  const welcome = async (after: string | undefined): Promise<void> => {
    await find();
    const missed = after === undefined ? undefined : await list({ after, limit: MAX_MISSED });
    const { messages, more } =
      missed === undefined || missed.more ? await list({ limit: PAGE_OF_MESSAGES }) : { ...missed, more: false };
    cursor = messages.at(-1)?.message.id ?? after ?? '0';
    const now = state();
    sentState = JSON.stringify(now);
    // Of somebody who was erased meanwhile nothing is known.
    const isReset = after !== undefined && (missed?.more === true || visitor === undefined);
    const anew = isReset ? ({ anew: true } as const) : {};
    const shown = messages.map(toSiteMessage);
    send({
      kind: 'welcome',
      connection: options.id,
      state: now,
      messages: shown,
      more,
      ...anew,
      ...omitUndefined({ seen: visitor?.seen }),
    });
    options.onChange();
  };

  const refuse = (id: string, code: RefusalCode, wait?: number): void =>
    send({ kind: 'refused', id, code, ...omitUndefined({ wait }) });

  const receive = async (frame: VisitorFrame & { readonly kind: 'message' }): Promise<void> => {
    const { id, upload, contact = {}, invite, duration } = frame;
    const text = frame.text?.toWellFormed().trim() ?? '';
    if (externalId === undefined || (text === '' && upload === undefined)) return refuse(id, 'invalid');
    const file = upload === undefined ? undefined : parts.findUpload(upload, externalId);
    // A blocked visitor is not told so, and nothing of theirs is kept.
    if (upload !== undefined && file === undefined)
      return visitor?.blocked === true || (await isKnown(id)) ? accept(id) : refuse(id, 'file');
    const content = file && parts.hostFile(file, frame.voice === true);
    const { name, email } = { ...identity, ...contact };
    const { newChats, further } = options.limits();
    const receipt = await parts.chats.receive(
      {
        channelId: channel.id,
        externalId,
        sender: withoutBlanks({ name, email, phone: contact.phone, url: page?.url, invite }),
        ...(content ?? { type: 'text', fields: {} }),
        ...(content !== undefined && duration !== undefined && { fields: { ...content.fields, duration } }),
        text: text === '' ? undefined : text,
        messageExternalId: id,
        digest: hash('sha256', `${channel.id} ${externalId} site ${id}`, 'base64url').slice(0, 22),
        newChats,
      },
      (messages) => {
        const refused = further(messages - 1);
        if (refused !== undefined) throw refused;
      },
    );
    if (receipt.outcome === 'too_many_chats') return refuse(id, 'too_many', receipt.wait);
    if (receipt.outcome === 'no_channel') return refuse(id, 'over');
    if (receipt.outcome === 'stored') parts.typing.end(receipt.chatId);
    accept(id, receipt.outcome === 'stored' ? receipt.messageIds.at(-1) : undefined);
  };
  const accept = (id: string, message?: string): void => send({ kind: 'accepted', id, ...omitUndefined({ message }) });
  /** stored before, by an engine that knew of its file */
  const isKnown = async (id: string): Promise<boolean> => {
    await find();
    const { messages } = await list({ limit: PAGE_OF_MESSAGES });
    return messages.some(({ message }) => message.from === 'customer' && message.externalId === id);
  };

  const rate = async (frame: VisitorFrame & { readonly kind: 'rate' }): Promise<void> => {
    if (visitor === undefined) return refuse(frame.id, 'over');
    const { rate: stars, message: messageId } = frame;
    const comment = firstCodePoints(frame.comment?.toWellFormed().trim() ?? '', 2000) || undefined;
    const { customerId } = visitor;
    const { page: rated, change } = await store.write('rateChat', {
      asked: { messageId, customerId },
      rate: stars,
      comment,
      at: clock.wall(),
    });
    if (rated === undefined) return refuse(frame.id, 'over');
    if (change !== undefined) {
      parts.announce(change);
      emit('ratings.changed', {});
    }
    const open = rated.state === 'open' || rated.state === 'answered';
    accept(frame.id);
    send({
      kind: 'rated',
      message: messageId,
      rating: { open, ...omitUndefined({ rate: rated.rate, comment: rated.comment }) },
    });
  };
  const recordReceived = async (upTo: number, isSeen: boolean): Promise<void> => {
    if (visitor === undefined || (upTo <= got && !(isSeen && upTo > seen))) return;
    got = Math.max(got, upTo);
    if (isSeen) seen = Math.max(seen, upTo);
    const { customerId } = visitor;
    const news = { customerId, upTo: String(upTo), seen: isSeen, at: clock.wall() };
    for (const { message } of await store.write('recordVisitorReceived', news)) emit('message.changed', { message });
  };
  const end = async (id: string): Promise<void> => {
    await find();
    const change =
      visitor && (await store.write('endVisitorChat', { customerId: visitor.customerId, at: clock.wall() }));
    if (change === undefined) return refuse(id, 'over');
    parts.announce(change);
    accept(id);
  };

  const act = async (frame: VisitorFrame): Promise<void> => {
    switch (frame.kind) {
      case 'hello': {
        ({ page, language } = frame);
        const whose = frame.token === undefined ? undefined : readToken(secret, frame.token);
        if (frame.token !== undefined && whose === undefined) return send({ kind: 'gone', what: 'token' });
        if (whose !== undefined) become(whose, false);
        const before = externalId;
        if (frame.identity !== undefined) identify(frame.identity);
        return welcome(before === externalId ? frame.cursor : undefined);
      }
      case 'begin':
        return externalId === undefined ? become(newVisitor(secret), true) : undefined;
      case 'message':
        return receive(frame);
      case 'typing':
        if (visitor?.chatId === undefined || visitor.blocked) return;
        return parts.typing[frame.on ? 'begin' : 'end'](visitor.chatId);
      case 'page':
        ({ page } = frame);
        return options.onChange();
      case 'got':
        return recordReceived(Number(frame.upTo), frame.seen);
      case 'rate':
        return rate(frame);
      case 'end':
        return end(frame.id);
      case 'history': {
        const { messages, more } = await list({ before: frame.before, limit: PAGE_OF_MESSAGES });
        return send({ kind: 'history', messages: messages.map(toSiteMessage), more });
      }
      case 'identify':
        return identify(frame.identity) ? welcome(undefined) : undefined;
      case 'pong':
        return;
    }
  };

  return {
    id: options.id,
    channelId: channel.id,
    /** of what is known about the visitor now */
    facts: () => ({
      externalId,
      customerId: visitor?.customerId,
      isBlocked: visitor?.blocked === true,
      page,
      language,
    }),
    /** in the order of calls; resolves when it is done. Rejects only for faults */
    handle: async (frame: VisitorFrame, bytes: number): Promise<void> => {
      const id = 'id' in frame ? frame.id : undefined;
      const refused = waiting >= MAX_PENDING_FRAMES ? { retryAfter: 1 } : options.limits().frame(bytes);
      if (refused !== undefined) {
        if (id !== undefined) return refuse(id, 'too_many', refused.retryAfter * 1000);
        return AWAITED.has(frame.kind) ? send({ kind: 'gone', what: 'connection' }) : undefined;
      }
      waiting += 1;
      await queue.run(async () => {
        waiting -= 1;
        if (isClosed) return;
        try {
          await act(frame);
        } catch (error) {
          if (isUnavailable(error) && id !== undefined) return refuse(id, 'unavailable', 3000);
          if (isFlood(error) && id !== undefined) return refuse(id, 'too_many', error.retryAfter * 1000);
          throw error;
        }
      });
    },
    /** something happened in the visitor's chats */
    refresh: async (): Promise<void> => {
      // One that has not begun reads everything.
      if (isRefreshWaiting) return;
      isRefreshWaiting = true;
      await queue.run(() => {
        isRefreshWaiting = false;
        return isClosed || externalId === undefined ? undefined : pull();
      });
    },
    /** operators came or left: nothing is read for it */
    sendStateIfChanged: (): void => {
      if (sentState !== '' && !isClosed) sendState();
    },
    send,
    /** the visitor was erased */
    forget: (): void => {
      externalId = visitor = undefined;
      send({ kind: 'gone', what: 'token' });
      options.onChange();
    },
    close: (): void => {
      isClosed = true;
    },
  };
}

export type Session = ReturnType<typeof createSession>;

function isUnavailable(error: unknown): boolean {
  return error instanceof ContractError && error.code === 'storage_unavailable';
}

function isFlood(error: unknown): error is TooManyRequests {
  return error instanceof Error && 'retryAfter' in error;
}

/** What the visitor said of themselves, without what is blank. */
function withoutBlanks(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value = '']) => {
      const words = value.toWellFormed().trim();
      return words === '' ? [] : [[name, words]];
    }),
  );
}

import { randomUUID } from 'node:crypto';
import { SerialQueue } from '#main/clock/clock.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import { TooManyRequests } from '#main/intake/admission.ts';
import { type ChannelRecord, openSecret } from '#main/settings/installation.ts';
import type { VisitorRecord } from '#main/store/customers/visitors.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import {
  PAGE_OF_MESSAGES,
  type RefusalCode,
  type SiteIdentity,
  type SiteState,
  type VisitedPage,
  type VisitorFrame,
} from '#shared/site/frames.ts';
import type { Carrier } from './carriers.ts';
import type { Client, SignedIdentity, VisitorFacts } from './client.ts';
import {
  type ConversationParts,
  endChat,
  giveEmail,
  listMessages,
  readMessages,
  rateChat,
  receiveMessage,
  recordReceived,
  refused,
} from './conversation.ts';
import type { UnknownFrame } from './read-frame.ts';
import { toSiteMessage, toSiteState } from './site-messages.ts';
import {
  identifiedVisitor,
  newVisitor,
  provesFields,
  readSignature,
  readToken,
  type VisitorToken,
} from './visitor-token.ts';

/** Parts of the engine that a session uses. */
export interface SessionParts extends ConversationParts {
  readonly clock: SettledClock;
  readonly isStaffed: (channelId: string) => boolean;
  /** a mailbox sends answers to visitors who have left */
  readonly mailsAnswers: () => boolean;
  /** undefined: they were removed */
  readonly findOperator: (operatorId: string) => Operator | undefined;
  /** the website said that somebody is signed in, with a signature that is not the key's */
  readonly onWrongSignature: (channelId: string) => void;
  /** the visitor, or the page they are on, has changed; `before`: their `sender.id` until now */
  readonly onChange: (session: Session, before: string | undefined) => void;
}

/** Messages after a cursor that are sent one by one; if there are more, the window begins anew. */
const MAX_MISSED = 500;

/** Frames that wait their turn; a window that sends more is told to slow down. */
const MAX_PENDING_FRAMES = 64;

/** Frames without an id that the window waits to be answered: if one is refused, it connects again, a little later. */
const AWAITED: ReadonlySet<string> = new Set<VisitorFrame['kind']>(['hello', 'begin', 'history', 'identify']);

/** The newest message that a window has. */
interface Cursor {
  readonly id: string;
  readonly at: number | undefined;
}

/** One connection of a visitor's window, whatever carries it. A class, because there are many and most are idle. */
export class Session {
  readonly id = randomUUID();
  readonly channel: ChannelRecord;
  readonly client: Client;
  readonly carrier: Carrier;
  /** part of an interval in which it is pinged */
  readonly pingPart: number;
  readonly #parts: SessionParts;
  readonly #queue = new SerialQueue();
  #waiting = 0;
  #isRefreshWaiting = false;
  #externalId: string | undefined;
  #visitor: VisitorRecord | undefined;
  #identity: SignedIdentity | undefined;
  #page: VisitedPage | undefined;
  #language: string | undefined;
  #window: string | undefined;
  #cursor = '0';
  #got = 0;
  #seen = 0;
  #sentState = '';
  #wasHeard = true;
  #isClosed = false;

  constructor(parts: SessionParts, of: Pick<Session, 'channel' | 'client' | 'carrier' | 'pingPart'>) {
    this.#parts = parts;
    this.channel = of.channel;
    this.client = of.client;
    this.carrier = of.carrier;
    this.pingPart = of.pingPart;
  }

  get facts(): VisitorFacts {
    return {
      externalId: this.#externalId,
      visitor: this.#visitor,
      identity: this.#identity,
      page: this.#page,
      language: this.#language,
      window: this.#window,
    };
  }

  /** false: the window says with its hello that it is somebody else by now, whom it became on the way to another process */
  isOf({ token }: { readonly token?: string | undefined }): boolean {
    return token === undefined || readToken(this.#secret, token)?.externalId === this.#externalId;
  }

  /** in the order of calls; resolves when it is done. Rejects only for faults. `at`: when it was written, if not now */
  async handle(frame: VisitorFrame | UnknownFrame, bytes: number, at?: number): Promise<void> {
    this.#wasHeard = true;
    const id = 'id' in frame ? frame.id : undefined;
    const refusal = this.#refusalOf(bytes);
    if (refusal !== undefined) return this.#slowDown(frame.kind, id, refusal);
    if (frame.kind === 'pong') return;
    this.#waiting += 1;
    await this.#queue.run(async () => {
      this.#waiting -= 1;
      if (this.#isClosed) return;
      try {
        await this.#act(frame, at);
      } catch (error) {
        if (error instanceof TooManyRequests) return this.#slowDown(frame.kind, id, error);
        if (id === undefined) throw error;
        if (error instanceof ContractError && error.code === 'storage_unavailable')
          return this.#refuse(id, 'unavailable', 3000);
        throw error;
      }
    });
  }

  /** something happened in the visitor's chats */
  async refresh(): Promise<void> {
    // One that has not begun reads everything.
    if (this.#isRefreshWaiting) return;
    this.#isRefreshWaiting = true;
    await this.#queue.run(() => {
      this.#isRefreshWaiting = false;
      return this.#isClosed || this.#externalId === undefined ? undefined : this.#pull();
    });
  }

  /** operators came or left: nothing is read for it */
  sendStateIfChanged(): void {
    if (this.#sentState !== '' && !this.#isClosed) this.#sendState();
  }

  /** the visitor was erased */
  forget(): void {
    const before = this.#externalId;
    this.#externalId = this.#visitor = undefined;
    this.carrier.send({ kind: 'gone', what: 'token' });
    this.#parts.onChange(this, before);
  }

  /** sends a ping; false: the last one was not answered */
  ping(): boolean {
    if (!this.#wasHeard) return false;
    this.#wasHeard = false;
    this.carrier.send({ kind: 'ping' });
    return true;
  }

  /** nothing is done any more; its carrier is closed by whoever calls this */
  close(): void {
    this.#isClosed = true;
  }

  #refusalOf(bytes: number): { readonly retryAfter: number } | undefined {
    if (this.#waiting >= MAX_PENDING_FRAMES) return { retryAfter: 1 };
    const { address, admission } = this.client;
    const { id } = this.channel;
    return admission.toChannel(id, address) ?? admission.receivedChannelBody(id, address, bytes);
  }

  async #act(frame: Exclude<VisitorFrame, { kind: 'pong' }> | UnknownFrame, at: number | undefined): Promise<void> {
    const { carrier } = this;
    const parts = this.#parts;
    const visitor = this.#visitor;
    switch (frame.kind) {
      case 'hello':
        return this.#hello(frame);
      case 'begin':
        return this.#externalId === undefined ? this.#become(newVisitor(this.#secret), true) : undefined;
      case 'message':
        return carrier.send(await receiveMessage(parts, this.channel, this.client, this.facts, frame, at));
      case 'typing':
        if (visitor?.chatId === undefined || visitor.blocked) return;
        return parts.typing[frame.on ? 'begin' : 'end'](visitor.chatId);
      case 'page':
        this.#page = frame.page;
        return parts.onChange(this, this.#externalId);
      case 'got':
        return this.#recordReceived(Number(frame.upTo), frame.seen);
      case 'rate':
        for (const answer of await rateChat(parts, visitor, frame)) carrier.send(answer);
        return;
      case 'end':
        await this.#find();
        return carrier.send(await endChat(parts, this.#visitor, frame.id));
      case 'email':
        await this.#find();
        return carrier.send(await giveEmail(parts, this.#visitor, frame));
      case 'history': {
        const { messages, more } = await listMessages(parts, this.client, visitor, {
          before: frame.before,
          limit: PAGE_OF_MESSAGES,
        });
        return carrier.send({ kind: 'history', messages: messages.map(toSiteMessage), more });
      }
      case 'identify': {
        const signedIn = this.#signedIn(frame.identity);
        // It says more of the same person.
        if (signedIn === undefined || signedIn.externalId === this.#externalId) return;
        this.#become(signedIn, true);
        return this.#welcome(undefined);
      }
      case 'unknown':
        return this.#refuse(frame.id, 'invalid');
    }
  }

  async #hello(frame: VisitorFrame & { readonly kind: 'hello' }): Promise<void> {
    const { page, language, window, token, identity, cursor, cursorAt: at } = frame;
    this.#page = page;
    this.#language = language;
    this.#window = window;
    const visitorToken = token === undefined ? undefined : readToken(this.#secret, token);
    const signedIn = identity && this.#signedIn(identity);
    // On a shared computer the next person finds the token, but not the signature.
    const isOwnToken = visitorToken?.isSignedIn !== true || visitorToken.token === signedIn?.token;
    if (token !== undefined && (visitorToken === undefined || !isOwnToken))
      return this.carrier.send({ kind: 'gone', what: 'token' });
    if (visitorToken !== undefined) this.#become(visitorToken, false);
    const before = this.#externalId;
    if (signedIn !== undefined) this.#become(signedIn, true);
    return this.#welcome(before === this.#externalId && cursor !== undefined ? { id: cursor, at } : undefined);
  }

  async #welcome(cursor: Cursor | undefined): Promise<void> {
    await this.#find();
    const parts = this.#parts;
    const missed =
      cursor !== undefined && (await this.#isOwnCursor(cursor))
        ? await listMessages(parts, this.client, this.#visitor, { after: cursor.id, limit: MAX_MISSED })
        : undefined;
    const { messages, more } =
      missed === undefined || missed.more
        ? await listMessages(parts, this.client, this.#visitor, { limit: PAGE_OF_MESSAGES })
        : { ...missed, more: false };
    this.#cursor = messages.at(-1)?.message.id ?? (missed && cursor?.id) ?? '0';
    const state = this.#state();
    this.#sentState = JSON.stringify(state);
    const isReset = cursor !== undefined && missed?.more !== false;
    this.carrier.send({
      kind: 'welcome',
      state,
      messages: messages.map(toSiteMessage),
      more,
      ...(isReset && { anew: true }),
      ...omitUndefined({ seen: this.#visitor?.seen }),
    });
    parts.onChange(this, this.#externalId);
  }

  /** false: they were erased meanwhile, or it is from before a restore */
  async #isOwnCursor(cursor: Cursor): Promise<boolean> {
    const customerId = this.#visitor?.customerId;
    return customerId !== undefined && (await this.#parts.store.read('isShownToVisitor', { customerId, ...cursor }));
  }

  /** whom the website has signed in, if it can prove it */
  #signedIn(given: SiteIdentity): VisitorToken | undefined {
    const proof = readSignature(this.#secret, given);
    if (proof === undefined) {
      this.#parts.onWrongSignature(this.channel.id);
      return undefined;
    }
    const { name, email, fields } = given;
    const website = fields && { fields, isProven: provesFields(this.#secret, given) };
    this.#identity = { name, email, isProven: proof === 'all', website };
    return identifiedVisitor(this.#secret, given.id);
  }

  #become({ token, externalId }: VisitorToken, isNew: boolean): void {
    const before = this.#externalId;
    if (before !== externalId) this.#got = this.#seen = 0;
    this.#externalId = externalId;
    if (isNew) this.carrier.send({ kind: 'token', token });
    this.#parts.onChange(this, before);
  }

  get #secret(): string {
    return openSecret(this.channel.secret);
  }

  async #find(): Promise<void> {
    if (this.#externalId === undefined) return;
    const before = this.#visitor?.customerId;
    const customer = { channelId: this.channel.id, externalId: this.#externalId };
    this.#visitor = await this.#parts.store.read('findVisitor', customer);
    if (this.#visitor?.customerId !== before) this.#parts.onChange(this, this.#externalId);
  }

  /** sends what is new, in order */
  async #pull(): Promise<void> {
    await this.#find();
    this.#sendState();
    for (let more = true; more && !this.#isClosed;) {
      const next = await readMessages(this.#parts, this.#visitor, { after: this.#cursor, limit: PAGE_OF_MESSAGES });
      for (const message of next.messages) {
        this.#cursor = message.message.id;
        this.carrier.send({ kind: 'message', message: toSiteMessage(message) });
      }
      ({ more } = next);
    }
  }

  async #recordReceived(reported: number, isSeen: boolean): Promise<void> {
    // What has not been sent to it, it cannot have.
    const upTo = Math.min(reported, Number(this.#cursor));
    const visitor = this.#visitor;
    if (visitor === undefined || (upTo <= this.#got && !(isSeen && upTo > this.#seen))) return;
    this.#got = Math.max(this.#got, upTo);
    if (isSeen) this.#seen = Math.max(this.#seen, upTo);
    await recordReceived(this.#parts, visitor, upTo, isSeen);
  }

  #sendState(): void {
    const state = this.#state();
    const written = JSON.stringify(state);
    if (written === this.#sentState) return;
    this.#sentState = written;
    this.carrier.send({ kind: 'state', state });
  }

  #state(): SiteState {
    const { isStaffed, mailsAnswers, findOperator } = this.#parts;
    return toSiteState(this.#visitor, isStaffed(this.channel.id), findOperator, mailsAnswers);
  }

  #slowDown(kind: string, id: string | undefined, { retryAfter }: { readonly retryAfter: number }): void {
    if (id !== undefined) this.#refuse(id, 'too_many', retryAfter * 1000);
    else if (AWAITED.has(kind)) this.carrier.send({ kind: 'gone', what: 'connection' });
  }

  #refuse(id: string, code: RefusalCode, wait?: number): void {
    this.carrier.send(refused(id, code, wait));
  }
}

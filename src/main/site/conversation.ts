import { hash } from 'node:crypto';
import type { Receive } from '#main/chats/receive.ts';
import type { CustomerTyping } from '#main/chats/attention.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import type { VisitorMessage, VisitorRecord } from '#main/store/customers/visitors.ts';
import type { EngineContext } from '#main/store/store.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { ReceivedMessage } from '#main/store/messages/receive-message.ts';
import { type Consent, consentIn } from '#shared/domain/site-texts.ts';
import { ENGLISH, LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords } from '#shared/locales/site.ts';
import { mailAddress } from '#shared/domain/mail.ts';
import { isVisible } from '#shared/domain/visible-text.ts';
import { firstCodePoints } from '#shared/protocol/code-points.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { type EngineFrame, PAGE_OF_MESSAGES, type RefusalCode, type VisitorFrame } from '#shared/site/frames.ts';
import type { Client, VisitorFacts } from './client.ts';
import type { UploadedFile } from './uploads.ts';

/** Parts of the engine that visitors' chats use. */
export interface ConversationParts extends Pick<EngineContext, 'store' | 'clock' | 'perform' | 'touch'> {
  readonly receive: Receive;
  /** undefined: it was removed, or is no website's */
  readonly findChannel: (channelId: string) => ChannelRecord | undefined;
  readonly typing: CustomerTyping;
  readonly findUpload: (id: string, owner: string) => UploadedFile | undefined;
  /** a message's file with an address of its own */
  readonly hostFile: (upload: UploadedFile, isVoice: boolean) => Pick<ReceivedMessage, 'type' | 'fields' | 'files'>;
}

type FrameOf<Kind extends VisitorFrame['kind']> = Extract<VisitorFrame, { readonly kind: Kind }>;

/** Longest comment on a rating, in code points. */
const LONGEST_COMMENT = 2000;

interface Page {
  readonly messages: readonly VisitorMessage[];
  readonly more: boolean;
}
type PageRequest = { readonly after?: string; readonly before?: string; readonly limit: number };

/** The newest messages that a visitor sees, or those after or before one. */
export async function readMessages(
  { store, clock }: Pick<ConversationParts, 'store' | 'clock'>,
  visitor: VisitorRecord | undefined,
  request: PageRequest,
): Promise<Page> {
  if (visitor === undefined) return { messages: [], more: false };
  return store.read('listVisitorMessages', { customerId: visitor.customerId, now: clock.wall(), ...request });
}

/** The same where the visitor's window asks: it counts by what is read. Throws TooManyRequests. */
export async function listMessages(
  parts: ConversationParts,
  { address, admission }: Client,
  visitor: VisitorRecord | undefined,
  request: PageRequest,
): Promise<Page> {
  const refusal = visitor && admission.toRead(visitor.customerId, address);
  if (refusal !== undefined) throw refusal;
  const page = await readMessages(parts, visitor, request);
  if (visitor !== undefined) admission.hasRead(visitor.customerId, address, costOf(page));
  return page;
}

/** Cost of a message besides its text. */
const COST_OF_MESSAGE = 512;

function costOf({ messages }: Page): number {
  const signs = messages.map(({ message: { text = '', markdown = '' } }) => text.length + markdown.length);
  return signs.reduce((sum, length) => sum + COST_OF_MESSAGE + 2 * length, COST_OF_MESSAGE);
}

/** Stores a visitor's message once, however often it is sent; `at`: when it was written, if not now. Returns the answer. Throws TooManyRequests. */
export async function receiveMessage(
  parts: ConversationParts,
  { id: channelId }: ChannelRecord,
  client: Client,
  { externalId, visitor, identity, page, language }: VisitorFacts,
  frame: FrameOf<'message'>,
  at?: number,
): Promise<EngineFrame> {
  const { id, upload, contact = {}, invite, duration, pressed } = frame;
  const text = frame.text?.toWellFormed().trim() ?? '';
  if (externalId === undefined || (text === '' && upload === undefined)) return refused(id, 'invalid');
  const wanted = visitor ? undefined : await consentOf(parts, { channelId, externalId }, language);
  if (wanted !== undefined && (frame.consent?.text !== wanted.text || frame.consent.link !== wanted.link))
    return refused(id, 'consent');
  const file = upload === undefined ? undefined : parts.findUpload(upload, externalId);
  // A blocked visitor is not told so, and nothing of theirs is kept.
  if (upload !== undefined && file === undefined)
    return visitor?.blocked === true || (await isStored(parts, client, channelId, externalId, id))
      ? accepted(id)
      : refused(id, 'file');
  const content = file && parts.hostFile(file, frame.voice === true);
  const claimed = withoutBlanks({ name: identity?.name, email: identity?.email });
  const proven = identity?.isProven === true ? claimed : undefined;
  const receiving = parts.receive(
    {
      channelId,
      externalId,
      sender: {
        ...claimed,
        ...withoutBlanks({ url: page?.url, invite }),
        ...withoutBlanks(contact),
        ...proven,
      },
      proven,
      website: identity?.website,
      consent: wanted,
      ...(content ?? { type: 'text', fields: {} }),
      ...(content !== undefined && duration !== undefined && { fields: { ...content.fields, duration } }),
      text: text === '' ? undefined : text,
      messageExternalId: id,
      pressed,
      digest: hash('sha256', `${channelId} ${externalId} site ${id}`, 'base64url').slice(0, 22),
      newChats: client.admission.newChats(),
      at,
    },
    (messages) => {
      const refusal = client.admission.extraMessages(channelId, client.address, messages - 1);
      if (refusal !== undefined) throw refusal;
    },
  );
  const receipt = await receiving.catch((error: unknown) => {
    // The file made room for others in this moment.
    if (content !== undefined && error instanceof ContractError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (receipt === undefined) return refused(id, 'file');
  if (receipt.outcome === 'too_many_chats') return refused(id, 'too_many', receipt.wait);
  if (receipt.outcome === 'no_channel') return refused(id, 'over');
  if (receipt.outcome !== 'stored') return accepted(id);
  parts.typing.end(receipt.chatId);
  return accepted(id, receipt.messageIds.at(-1));
}

/** What somebody who has never written has to agree to first; undefined: nothing, or they have written before. */
async function consentOf(
  { store, findChannel }: ConversationParts,
  of: { readonly channelId: string; readonly externalId: string },
  language: string | undefined,
): Promise<Consent | undefined> {
  const site = findChannel(of.channelId)?.site;
  if (site?.asksConsent !== true || (await store.read('findVisitor', of)) !== undefined) return undefined;
  const code = LANGUAGES.find((known) => known.code === language)?.code ?? ENGLISH.code;
  return consentIn(site.texts, code, (await siteWords(code)).agree.usual);
}

/** Stores how a visitor rated a chat; returns the answers. */
export async function rateChat(
  { perform }: ConversationParts,
  visitor: VisitorRecord | undefined,
  { id, message, rate, comment }: FrameOf<'rate'>,
): Promise<readonly EngineFrame[]> {
  if (visitor === undefined) return [refused(id, 'over')];
  const page = await perform['ratings.rate']({
    asked: { messageId: message, customerId: visitor.customerId },
    rate,
    comment: firstCodePoints(comment?.toWellFormed().trim() ?? '', LONGEST_COMMENT) || undefined,
  });
  if (page === undefined) return [refused(id, 'over')];
  const open = page.state === 'open' || page.state === 'answered';
  const rating = { open, ...omitUndefined({ rate: page.rate, comment: page.comment }) };
  return [accepted(id), { kind: 'rated', message, rating }];
}

/** Ends a visitor's chat; returns the answer. */
export async function endChat(
  { perform }: ConversationParts,
  visitor: VisitorRecord | undefined,
  id: string,
): Promise<EngineFrame> {
  const isEnded = visitor && (await perform['visitors.endChat']({ customerId: visitor.customerId }));
  return isEnded === true ? accepted(id) : refused(id, 'over');
}

/** Stores where answers reach a visitor who has left; returns the answer. */
export async function giveEmail(
  { perform }: ConversationParts,
  visitor: VisitorRecord | undefined,
  { id, email }: FrameOf<'email'>,
): Promise<EngineFrame> {
  const { data } = mailAddress.safeParse(email.toWellFormed());
  if (data === undefined) return refused(id, 'invalid');
  const isTaken = visitor && (await perform['visitors.giveEmail']({ customerId: visitor.customerId, email: data }));
  return isTaken === true ? accepted(id) : refused(id, 'over');
}

/** The window has all messages up to one; `isSeen`: they were on the screen. */
export async function recordReceived(
  { perform }: ConversationParts,
  { customerId }: VisitorRecord,
  upTo: number,
  isSeen: boolean,
): Promise<void> {
  await perform['visitors.received']({ customerId, upTo: String(upTo), seen: isSeen });
}

/** Stored before, by an engine that knew of its file. */
async function isStored(
  parts: ConversationParts,
  client: Client,
  channelId: string,
  externalId: string,
  id: string,
): Promise<boolean> {
  const visitor = await parts.store.read('findVisitor', { channelId, externalId });
  const { messages } = await listMessages(parts, client, visitor, { limit: PAGE_OF_MESSAGES });
  return messages.some(({ message }) => message.from === 'customer' && message.externalId === id);
}

function accepted(id: string, message?: string): EngineFrame {
  return { kind: 'accepted', id, ...omitUndefined({ message }) };
}

/** `wait`: milliseconds until the window tries again. */
export function refused(id: string, code: RefusalCode, wait?: number): EngineFrame {
  return { kind: 'refused', id, code, ...omitUndefined({ wait }) };
}

/** Trims a visitor's details, and drops those with nothing visible in them. */
function withoutBlanks(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value = '']) => {
      const words = value.toWellFormed().trim();
      return isVisible(words) ? [[name, words]] : [];
    }),
  );
}

import { z } from 'zod';
import { agentBody, type AgentSender, type TypingType } from '#shared/protocol/chat-channel.ts';
import { file } from './file.ts';
import type { Kind } from './kind.ts';
import { location } from './location.ts';
import { text } from './text.ts';

/** The kinds of messages. Everything that depends on the kind is derived here. */
export const kinds = [text, file, location] as const;

type Kinds = typeof kinds;
type AnyKind = Kinds[number];
/** Message types that become part of a chat: all of section 6 except typing. */
export type ContentType = AnyKind['types'][number];
export const CONTENT_TYPES = kinds.flatMap(({ types }) => types) as [ContentType, ...ContentType[]];

/** The fields of a kind's messages besides the text. */
export type FieldsOf<One> = One extends { readonly fields: infer Fields extends z.ZodRawShape }
  ? keyof Fields extends never
    ? object
    : z.infer<z.ZodObject<Fields>>
  : never;
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never;
/** The fields of any message besides its text. */
export type KindFields = Partial<All<FieldsOf<AnyKind>>>;

const byType = new Map<string, Kind>(kinds.flatMap((kind) => kind.types.map((type) => [type, kind as Kind])));

/** Undefined: unknown to this version. */
export function findKind(type: string): Kind | undefined {
  return byType.get(type);
}

export function kindOf(type: ContentType): Kind {
  return byType.get(type) ?? text;
}

const fieldSchemas = new Map(
  kinds.flatMap(({ types, fields }) => types.map((type) => [type, z.object(fields).partial()] as const)),
);

/** Checks that this version knows the type and can read its stored fields. */
export function isOfKind(type: ContentType, fields: unknown): boolean {
  return fieldSchemas.get(type)?.safeParse(fields ?? {}).success === true;
}

/** Searchable fields of messages, in display order. */
export const SEARCHABLE_FIELDS = [
  ...new Set(kinds.flatMap(({ searchableFields }) => searchableFields)),
] as readonly (keyof KindFields)[];

type SentOf<Each extends readonly { readonly sent: unknown }[]> = {
  readonly [Index in keyof Each]: Each[Index]['sent'];
};
const sent = kinds.map((kind) => kind.sent) as unknown as SentOf<Kinds>;

/** Content of a reply, by type (section 6). */
export const agentContent = z.discriminatedUnion('type', sent);
export type AgentContent = Readonly<z.infer<typeof agentContent>>;

/** Body of a reply that the service posts to the integration (section 4.3); `recipient.id` is sent digit for digit. */
export const agentMessage = agentBody.extend({ message: agentContent });
export type AgentMessage = Readonly<z.infer<typeof agentMessage>>;

/** That body as JSON text. `externalId` is the customer's `sender.id` as JSON text, sent as is with all its digits. */
export function renderAgentMessage(externalId: string, sender: AgentSender, message: object): string {
  return `{"sender":${JSON.stringify(sender)},"recipient":{"id":${externalId}},"message":${JSON.stringify(message)}}`;
}

/** JSON body of a typing notice to the integration (section 4.4). */
export function renderTyping(externalId: string, sender: AgentSender, type: TypingType): string {
  return renderAgentMessage(externalId, sender, { type });
}

type RequestSchema = AnyKind['requests'][number];
/** One message of a reply with media, in the order of sending. */
export const mediaReply = z.discriminatedUnion(
  'type',
  kinds.flatMap(({ requests }) => requests) as unknown as [RequestSchema],
);
export type MediaReply = z.infer<RequestSchema>;

/** A message as stored; files with links to them. */
export type SentMessage = KindFields & {
  readonly id: string;
  readonly type: ContentType;
  readonly text?: string | undefined;
};

/**
 * The message sent to an integration (chat channel interface, sections 2 and 6). What its channel doesn't accept
 * becomes text: the caption, then the link.
 */
export function agentContentOf(message: SentMessage, takes: readonly ContentType[]): AgentContent {
  const { type, id } = message;
  const content = message.text === '' ? { ...message, text: undefined } : message;
  if (type !== 'text' && !takes.includes(type)) return { type: 'text', id, text: toPlainText(message) };
  return { type, id, ...kindOf(type).toSent(content) } as AgentContent;
}

/** The text and link that replace what a channel doesn't accept; the caption comes first. */
export function toPlainText(message: Omit<SentMessage, 'id'>): string {
  return kindOf(message.type)
    .textLines(message)
    .filter((line) => line !== undefined && line !== '')
    .join('\n');
}

import type { AgentContent, AgentMessage, ContentType, MediaFields, TypingType } from './chat-channel.ts';

/** What a message says of its file or place, by the names that this has everywhere but in the interface. */
export function namedInside({ file_size: fileSize, file_name: fileName, ...same }: MediaFields) {
  return { ...same, fileSize, fileName };
}
export type SaidOfMedia = Partial<ReturnType<typeof namedInside>>;

/** A message of an operator as it is stored; media with links to their files. */
export type SentMessage = SaidOfMedia & { readonly id: string; readonly type: ContentType };

/**
 * What an integrator gets of a message (chat channel interface, sections 2 and 6).
 * What its channel does not take becomes text: the caption, then the link.
 */
export function agentContentOf(message: SentMessage, takes: readonly ContentType[]): AgentContent {
  const { type, id, text = '', file = '', title, latitude = 0, longitude = 0 } = message;
  if (type === 'text') return { type, id, text };
  if (!takes.includes(type)) return { type: 'text', id, text: asText(message) };
  const caption = text === '' ? undefined : text;
  if (type === 'location') return { type, id, latitude, longitude, title, text: caption };
  const { thumb, emoji, fileSize = 1, fileName = '', duration, width, height, performer } = message;
  const known = { thumb, emoji, file_size: fileSize, file_name: fileName, duration, width, height };
  return { type, id, file, ...known, text: caption, performer, title };
}

/** The words and the link that stand for media; the caption comes first. */
export function asText(message: Omit<SentMessage, 'id'>): string {
  const words = message.type === 'location' ? [message.title, message.text] : [message.text];
  return [...words.filter((each) => each !== undefined && each !== ''), linkOf(message)].join('\n');
}

function linkOf({ type, file = '', latitude = 0, longitude = 0 }: Omit<SentMessage, 'id'>): string {
  if (type !== 'location') return file;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

/**
 * JSON body of a reply to the integrator (chat channel interface, section 4.3).
 * `externalId` is the customer's `sender.id` as JSON text and goes out as it is, with all its digits.
 */
export function renderAgentMessage(
  externalId: string,
  sender: AgentMessage['sender'],
  message: AgentMessage['message'],
): string {
  return render(externalId, sender, message);
}

/** JSON body of a typing notice to the integrator (section 4.4). */
export function renderTyping(externalId: string, sender: AgentMessage['sender'], type: TypingType): string {
  return render(externalId, sender, { type });
}

function render(externalId: string, sender: object, message: object): string {
  return `{"sender":${JSON.stringify(sender)},"recipient":{"id":${externalId}},"message":${JSON.stringify(message)}}`;
}

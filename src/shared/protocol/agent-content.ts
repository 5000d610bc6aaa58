import { omitUndefined } from './omit-undefined.ts';
import type { AgentContent, ContentType, MediaFields, MediaType } from './chat-channel.ts';

/** A message of an operator as it is stored; media with links to their files. */
export type SentMessage = MediaFields & {
  readonly id: string;
  readonly type: ContentType;
  readonly text?: string | undefined;
};

/**
 * What an integrator gets of a message (chat channel interface, sections 2 and 6).
 * What its channel does not take becomes text: the caption, then the link.
 */
export function agentContentOf(message: SentMessage, takes: readonly ContentType[]): AgentContent {
  const { type, id, text = '', file = '', title, latitude = 0, longitude = 0 } = message;
  if (type === 'text') return { type, id, text };
  if (!takes.includes(type)) return { type: 'text', id, text: asText(message) };
  if (type === 'location')
    return { type, id, latitude, longitude, ...(title !== undefined && { title }), ...(text !== '' && { text }) };
  return mediaContent({ ...message, type, file });
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

function mediaContent(message: SentMessage & { readonly type: MediaType; readonly file: string }): AgentContent {
  const {
    type,
    id,
    file,
    thumb,
    emoji,
    file_size = 1,
    file_name = '',
    duration,
    width,
    height,
    text,
    performer,
    title,
  } = message;
  return {
    type,
    id,
    file,
    ...omitUndefined({ thumb, emoji }),
    file_size,
    file_name,
    ...omitUndefined({ duration, width, height, text: text === '' ? undefined : text, performer, title }),
  };
}

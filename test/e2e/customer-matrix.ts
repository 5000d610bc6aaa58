import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import type { ContentType } from '#shared/domain/kinds/kinds.ts';
import type { MediaFields, mediaFields } from '#shared/protocol/chat-channel.ts';
import type { MediaFiles } from '../fixtures/media-files.ts';

export type OptionalField = keyof typeof mediaFields | 'id';
type Fields = Readonly<MediaFields & { readonly text?: string; readonly id?: string }>;

/** A message of one type with some of its optional fields, and how it must be shown. */
export interface Variant {
  /** "nothing else", "everything", or its only optional field */
  readonly has: string;
  readonly message: Fields & { readonly type: ContentType };
  /** texts in its row of the conversation */
  readonly texts: readonly string[];
  /** names of its controls there, by role */
  readonly parts: readonly (readonly [role: 'button' | 'slider' | 'img' | 'link', name: string])[];
  /** its preview in the list */
  readonly messagePreview: string;
}

/** How each optional field is shown; a new field of the interface doesn't compile without one. */
const optional: Readonly<Record<OptionalField, (files: MediaFiles, type: ContentType) => string | number>> = {
  id: () => 'their-id-1',
  thumb: (files) => files.url('lamp-small.png'),
  emoji: () => '😺',
  file_size: () => 123_456,
  // A saved file gets the extension of its detected type.
  file_name: (_files, type) => `their-name.${lying[type]?.split('.')[1] ?? 'bin'}`,
  duration: () => 83,
  width: () => 320,
  height: () => 200,
  text: () => 'What I wrote to it',
  performer: () => 'The Shades',
  title: () => 'Harbour Light',
};

const lying: Readonly<Partial<Record<ContentType, string>>> = {
  photo: 'lamp.png',
  video: 'clip.webm',
  audio: 'song.wav',
  voice: 'voice.wav',
  sticker: 'sticker.png',
  document: 'invoice.pdf',
};

const required = (type: ContentType, files: MediaFiles): Fields => {
  switch (type) {
    case 'text':
      return { text: 'Plain words' };
    case 'location':
      return { latitude: 59.3293, longitude: -18.0686 };
    case 'photo':
    case 'video':
    case 'audio':
    case 'voice':
    case 'sticker':
    case 'document':
      return { file: files.url(lying[type] ?? '') };
  }
};

/** A type with its required fields only, with each optional field alone, and with all of them. */
export function variantsOf(type: ContentType, files: MediaFiles): readonly Variant[] {
  // A text has no relevant fields besides its text; the others are sent anyway, and ignored.
  const each = Object.entries(optional)
    .filter(([name]) => type !== 'text' || name !== 'text')
    .map(([name, value]) => [name, { [name]: value(files, type) }] as const);
  const all = Object.assign({}, ...each.map(([, fields]) => fields)) as Fields;
  return [['nothing else', {}] as const, ...each, ['everything', all] as const].map(([has, fields]) => {
    const message = { type, ...required(type, files), ...fields };
    return { has, message, ...seen(message) };
  });
}

function seen(message: Variant['message']): Pick<Variant, 'texts' | 'parts' | 'messagePreview'> {
  const { type, text, emoji, title, performer } = message;
  if (type === 'text') return { texts: [text ?? ''], parts: [], messagePreview: text ?? '' };
  const file = message.file_name ?? lying[type];
  const name = title ?? file ?? conversation.kinds[type];
  const long = title !== undefined && performer !== undefined ? `${performer} – ${title}` : name;
  const caption = text === undefined ? [] : [text];
  const messagePreview = [conversation.kinds[type], emoji, text ?? title ?? file]
    .filter((part) => part !== undefined)
    .join(' · ');
  switch (type) {
    case 'photo':
      return { texts: caption, parts: [['button', `${long}, view larger`]], messagePreview };
    case 'video':
      return {
        texts: [...caption, ...(message.duration === undefined ? [] : ['1:23'])],
        parts: [['button', `Play ${long}`]],
        messagePreview,
      };
    case 'audio':
      return {
        texts: [
          ...caption,
          name,
          ...(performer === undefined ? [] : [performer]),
          message.duration === undefined ? '1:00' : '1:23',
        ],
        parts: [
          ['button', `Play ${name}`],
          ['slider', `Position in ${name}`],
          ['link', `Save ${file ?? ''}`],
        ],
        messagePreview,
      };
    case 'voice':
      return {
        texts: [...caption, '0:07'],
        parts: [
          ['button', 'Play voice message'],
          ['slider', 'Position in voice message'],
          ['button', 'Speed: 1×'],
        ],
        messagePreview,
      };
    case 'sticker':
      return { texts: caption, parts: [['img', emoji === undefined ? 'Sticker' : `Sticker ${emoji}`]], messagePreview };
    case 'document':
      return { texts: [...caption, long], parts: [['link', `Save ${file ?? ''}`]], messagePreview };
    case 'location':
      return {
        texts: [...caption, title ?? 'Location', '59.32930, -18.06860'],
        parts: [['link', 'Open map (opens in the browser)']],
        messagePreview,
      };
  }
}

import type { MediaForm } from '#shared/contract/media.ts';

interface KnownType {
  readonly form: MediaForm;
  /** the usual one first */
  readonly extensions: readonly string[];
}

/** Content types that a page can show, and those that files often pretend to be, with their extensions. */
const KNOWN: Readonly<Record<string, KnownType>> = {
  'image/png': { form: 'image', extensions: ['png'] },
  'image/apng': { form: 'image', extensions: ['png', 'apng'] },
  'image/jpeg': { form: 'image', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/gif': { form: 'image', extensions: ['gif'] },
  'image/webp': { form: 'image', extensions: ['webp'] },
  'image/avif': { form: 'image', extensions: ['avif'] },
  'image/bmp': { form: 'image', extensions: ['bmp', 'dib'] },
  'image/heic': { form: 'other', extensions: ['heic', 'heif'] },
  'image/heif': { form: 'other', extensions: ['heif', 'heic'] },
  'image/tiff': { form: 'other', extensions: ['tif', 'tiff'] },
  'image/svg+xml': { form: 'other', extensions: ['svg'] },
  'image/x-icon': { form: 'other', extensions: ['ico'] },
  'video/mp4': { form: 'video', extensions: ['mp4', 'm4v', 'mov'] },
  'video/x-m4v': { form: 'video', extensions: ['m4v', 'mp4'] },
  'video/quicktime': { form: 'video', extensions: ['mov', 'qt', 'mp4'] },
  'video/3gpp': { form: 'video', extensions: ['3gp', '3gpp'] },
  'video/webm': { form: 'video', extensions: ['webm'] },
  'video/matroska': { form: 'video', extensions: ['mkv'] },
  'video/ogg': { form: 'video', extensions: ['ogv', 'ogg'] },
  'audio/mpeg': { form: 'audio', extensions: ['mp3', 'mp2', 'mpga'] },
  'audio/mp4': { form: 'audio', extensions: ['m4a', 'mp4'] },
  'audio/x-m4a': { form: 'audio', extensions: ['m4a', 'mp4'] },
  'audio/ogg': { form: 'audio', extensions: ['ogg', 'oga', 'opus'] },
  'audio/webm': { form: 'audio', extensions: ['webm', 'weba'] },
  'audio/wav': { form: 'audio', extensions: ['wav'] },
  'audio/flac': { form: 'audio', extensions: ['flac'] },
  'audio/aac': { form: 'audio', extensions: ['aac'] },
  'audio/amr': { form: 'other', extensions: ['amr'] },
  'application/pdf': { form: 'other', extensions: ['pdf'] },
  'application/zip': { form: 'other', extensions: ['zip'] },
  'application/x-msdownload': { form: 'other', extensions: ['exe', 'dll', 'scr', 'com'] },
  'application/x-elf': { form: 'other', extensions: ['elf', 'appimage', 'so', 'bin'] },
  'application/gzip': { form: 'other', extensions: ['gz', 'tgz'] },
  'application/xml': { form: 'other', extensions: ['xml'] },
  'text/x-shellscript': { form: 'other', extensions: ['sh'] },
  'text/plain': { form: 'other', extensions: ['txt'] },
  'text/html': { form: 'other', extensions: ['html', 'htm', 'xhtml'] },
};

/** How a page can show a content type. */
export function mediaForm(mediaType: string): MediaForm {
  return KNOWN[mediaType]?.form ?? 'other';
}

/** Whether a page may receive it under this type; other types are sent as plain bytes. */
export function isShown(mediaType: string): boolean {
  return mediaForm(mediaType) !== 'other';
}

/** Not shown by any page, yet only pictures, sound or text. PDF, office documents, archives and markup are excluded. */
const PASSIVE = new Set(['image/heic', 'image/heif', 'image/tiff', 'audio/amr', 'text/plain']);

/** Extensions that are only viewed or played with content of this type; none if more could happen. */
export function passiveExtensions(mediaType: string): readonly string[] {
  return isShown(mediaType) || PASSIVE.has(mediaType) ? (KNOWN[mediaType]?.extensions ?? []) : [];
}

/**
 * The extension to add so that a name does not mislead; undefined if it does not. Packed formats (docx, jar and the
 * like) keep theirs: a zip is only told apart from content that is not one.
 */
export function missingExtension(ending: string, mediaType: string): string | undefined {
  const known = KNOWN[mediaType];
  const claims = Object.values(KNOWN).some(({ extensions }) => extensions.includes(ending));
  if (known?.extensions.includes(ending) === true) return undefined;
  if (ending !== '' && !claims && (known === undefined || known.form === 'other')) return undefined;
  return known?.extensions[0] ?? (claims ? 'data' : undefined);
}

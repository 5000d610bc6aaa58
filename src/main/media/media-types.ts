import type { MediaForm } from '#shared/contract/media.ts';

interface KnownType {
  readonly form: MediaForm;
  /** the usual one first */
  readonly endings: readonly string[];
}

/** Content types that a page can show, and those that files often pretend to be, with their extensions. */
const KNOWN: Readonly<Record<string, KnownType>> = {
  'image/png': { form: 'image', endings: ['png'] },
  'image/apng': { form: 'image', endings: ['png', 'apng'] },
  'image/jpeg': { form: 'image', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/gif': { form: 'image', endings: ['gif'] },
  'image/webp': { form: 'image', endings: ['webp'] },
  'image/avif': { form: 'image', endings: ['avif'] },
  'image/bmp': { form: 'image', endings: ['bmp', 'dib'] },
  'image/heic': { form: 'other', endings: ['heic', 'heif'] },
  'image/heif': { form: 'other', endings: ['heif', 'heic'] },
  'image/tiff': { form: 'other', endings: ['tif', 'tiff'] },
  'image/svg+xml': { form: 'other', endings: ['svg'] },
  'image/x-icon': { form: 'other', endings: ['ico'] },
  'video/mp4': { form: 'video', endings: ['mp4', 'm4v', 'mov'] },
  'video/x-m4v': { form: 'video', endings: ['m4v', 'mp4'] },
  'video/quicktime': { form: 'video', endings: ['mov', 'qt', 'mp4'] },
  'video/3gpp': { form: 'video', endings: ['3gp', '3gpp'] },
  'video/webm': { form: 'video', endings: ['webm'] },
  'video/matroska': { form: 'video', endings: ['mkv'] },
  'video/ogg': { form: 'video', endings: ['ogv', 'ogg'] },
  'audio/mpeg': { form: 'audio', endings: ['mp3', 'mp2', 'mpga'] },
  'audio/mp4': { form: 'audio', endings: ['m4a', 'mp4'] },
  'audio/x-m4a': { form: 'audio', endings: ['m4a', 'mp4'] },
  'audio/ogg': { form: 'audio', endings: ['ogg', 'oga', 'opus'] },
  'audio/webm': { form: 'audio', endings: ['webm', 'weba'] },
  'audio/wav': { form: 'audio', endings: ['wav'] },
  'audio/flac': { form: 'audio', endings: ['flac'] },
  'audio/aac': { form: 'audio', endings: ['aac'] },
  'audio/amr': { form: 'other', endings: ['amr'] },
  'application/pdf': { form: 'other', endings: ['pdf'] },
  'application/zip': { form: 'other', endings: ['zip'] },
  'application/x-msdownload': { form: 'other', endings: ['exe', 'dll', 'scr', 'com'] },
  'application/x-elf': { form: 'other', endings: ['elf', 'appimage', 'so', 'bin'] },
  'application/gzip': { form: 'other', endings: ['gz', 'tgz'] },
  'application/xml': { form: 'other', endings: ['xml'] },
  'text/x-shellscript': { form: 'other', endings: ['sh'] },
  'text/plain': { form: 'other', endings: ['txt'] },
  'text/html': { form: 'other', endings: ['html', 'htm', 'xhtml'] },
};

/** How a page can show a content type. */
export function formOf(mediaType: string): MediaForm {
  return KNOWN[mediaType]?.form ?? 'other';
}

/** Whether a page may receive it under this type; other types are sent as plain bytes. */
export function isShown(mediaType: string): boolean {
  return formOf(mediaType) !== 'other';
}

/** Not shown by any page, yet only pictures, sound or text. PDF, office documents, archives and markup are excluded. */
const PASSIVE = new Set(['image/heic', 'image/heif', 'image/tiff', 'audio/amr', 'text/plain']);

/** Extensions that are only viewed or played with content of this type; none if more could happen. */
export function passiveEndings(mediaType: string): readonly string[] {
  return isShown(mediaType) || PASSIVE.has(mediaType) ? (KNOWN[mediaType]?.endings ?? []) : [];
}

/**
 * The extension to add so that a name does not mislead; undefined if it does not. Packed formats (docx, jar and the
 * like) keep theirs: a zip is only told apart from content that is not one.
 */
export function missingEnding(ending: string, mediaType: string): string | undefined {
  const known = KNOWN[mediaType];
  const claims = Object.values(KNOWN).some(({ endings }) => endings.includes(ending));
  if (known?.endings.includes(ending) === true) return undefined;
  if (ending !== '' && !claims && (known === undefined || known.form === 'other')) return undefined;
  return known?.endings[0] ?? (claims ? 'data' : undefined);
}

import type { MediaForm } from '#shared/contract/media.ts';

interface KnownType {
  readonly form: MediaForm;
  /** the usual one first */
  readonly endings: readonly string[];
}

/** Types by content that a page can show, and those that files like to pass for; with the endings of their names. */
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

/** What a page can do with a type by content. */
export function formOf(mediaType: string): MediaForm {
  return KNOWN[mediaType]?.form ?? 'other';
}

/** Whether a page may get it under this type; what it does not show is bytes to it. */
export function isShown(mediaType: string): boolean {
  return formOf(mediaType) !== 'other';
}

/** Shown by no page, and yet only pictures, sound and words. PDF, office documents, archives and markup are none. */
const PASSIVE = new Set(['image/heic', 'image/heif', 'image/tiff', 'audio/amr', 'text/plain']);

/** Endings under which content of this type is only looked at or listened to; none where more may happen. */
export function passiveEndings(mediaType: string): readonly string[] {
  return isShown(mediaType) || PASSIVE.has(mediaType) ? (KNOWN[mediaType]?.endings ?? []) : [];
}

/**
 * The ending that a name lacks so that it does not pass for something else; undefined where it says nothing false.
 * Packed documents (docx, jar and the like) keep theirs: a zip is only told from what is none.
 */
export function missingEnding(ending: string, mediaType: string): string | undefined {
  const known = KNOWN[mediaType];
  const claims = Object.values(KNOWN).some(({ endings }) => endings.includes(ending));
  if (known?.endings.includes(ending) === true) return undefined;
  if (ending !== '' && !claims && (known === undefined || known.form === 'other')) return undefined;
  return known?.endings[0] ?? (claims ? 'data' : undefined);
}

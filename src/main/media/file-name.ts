import sanitize from 'sanitize-filename';
import { firstCodePoints } from '#shared/protocol/code-points.ts';
import type { MediaForm } from '#shared/contract/media.ts';

/** Maximum code points of a name, without its extension. */
const MAX_LENGTH = 100;

/** Code units read from the end, where the extension is; no interface passes on more. */
const MAX_INPUT = 1024;

/** Marks that reverse the direction of text, and invisible ones. */
const INVISIBLE = /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** Extensions that start, install or open a program or page on one of the systems. */
const EXECUTABLE_EXTENSIONS = new Set(
  (
    'apk app appimage appref-ms appx bash bat bin chm class cmd com command cpl deb desktop dll dmg docm dotm elf exe gadget hta htm html inf ins ipa ' +
    'iso jar jnlp js jse jsx ksh lnk mht mhtml mjs msc msi msix msp mst osx out pif pkg pl potm ppam ppsm pptm ps1 psd1 psm1 py pyc pyw rb reg rpm run scf scr sct settingcontent-ms sh shtml slk snap ' +
    'svg svgz swf tcl url vb vbe vbs vhd vhdx website workflow ws wsc wsf wsh xhtml xht xlam xll xlsm xltm xml xsl zsh'
  ).split(' '),
);
const EXECUTABLE_TYPES = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/vnd.android.package-archive',
  'application/java-archive',
  'application/x-ms-shortcut',
  'application/x-msi',
  'application/x-deb',
  'application/x-rpm',
  'application/vnd.microsoft.portable-executable',
  'text/html',
  'image/svg+xml',
  'text/x-shellscript',
]);

/** A file name safe on any system's disk: no path, nothing invisible, an extension that matches its content. */
export function safeFileName(name: string | undefined, mediaType: string): string {
  const last =
    (name ?? '').slice(-MAX_INPUT).toWellFormed().normalize('NFC').replaceAll(INVISIBLE, '').split(/[/\\]/).at(-1) ??
    '';
  const trimmed = last.replaceAll(/\s+/g, ' ').replaceAll(/^[. ]+|[. ]+$/g, '');
  const clean = sanitize(trimmed, { replacement: '_' }).replace(/^_*$/, '');
  const { stem, ending } = splitName(clean === '' ? 'file' : clean);
  const added = missingExtension(ending.toLowerCase(), mediaType);
  const short = firstCodePoints(stem, MAX_LENGTH).replace(/[. ]+$/, '');
  return [short === '' ? 'file' : short, ending, added].filter((part) => part !== undefined && part !== '').join('.');
}

/** Code points of a person's name in the name of a file about them. */
const MAX_PERSON = 60;

/** The name of a file about a person: "Anna Weber 2026-11-21.zip". `day`: as it is written, `ending`: without its dot. */
export function personFileName(person: string, day: string, ending: string, mediaType: string): string {
  const personPart = firstCodePoints(person.replaceAll(/[/\\]/g, '_'), MAX_PERSON);
  return safeFileName(`${personPart} ${day}.${ending}`, mediaType.split(';')[0] ?? '');
}

/** True if opening the file may run something. */
export function canRun(fileName: string, mediaType: string): boolean {
  return EXECUTABLE_TYPES.has(mediaType) || EXECUTABLE_EXTENSIONS.has(splitName(fileName).ending.toLowerCase());
}

/** True if its content cannot run, and its extension opens a program for that kind of file only. */
export function isPassive(fileName: string, mediaType: string): boolean {
  return passiveExtensions(mediaType).includes(splitName(fileName).ending.toLowerCase());
}

/** `content-disposition` for saving a file. */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7E]/g, '')
    .replaceAll(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  );
  return `attachment; filename="${/^[\s.]*$|^\./.test(ascii) ? 'file' : ascii}"; filename*=UTF-8''${encoded}`;
}

function splitName(name: string): { readonly stem: string; readonly ending: string } {
  const found = /^(.+)\.([A-Za-z0-9-]{1,20})$/s.exec(name);
  return { stem: found?.[1] ?? name, ending: found?.[2] ?? '' };
}

/** Content types that a page can show, and those that files often pretend to be; the usual extension first. */
const KNOWN: Readonly<Record<string, { readonly form: MediaForm; readonly extensions: readonly string[] }>> = {
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

/** Maps a content type to the form in which a page can show it. */
export function mediaForm(mediaType: string): MediaForm {
  return KNOWN[mediaType]?.form ?? 'other';
}

/** True if a page may receive it under this type; other types are sent as plain bytes. */
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

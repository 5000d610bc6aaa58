import sanitize from 'sanitize-filename';
import { firstCodePoints } from '#shared/protocol/chat-channel.ts';
import { missingExtension, passiveExtensions } from './media-types.ts';

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
  const clean = sanitize(
    last
      .replaceAll(/[\s\u00A0\u3000]+/g, ' ')
      .replace(/^[.\s]+/, '')
      .replace(/[.\s]+$/, ''),
    { replacement: '_' },
  ).replace(/^_*$/, '');
  const { stem, ending } = splitName(clean === '' ? 'file' : clean);
  const added = missingExtension(ending.toLowerCase(), mediaType);
  const short = firstCodePoints(stem, MAX_LENGTH).replace(/[. ]+$/, '');
  return [short === '' ? 'file' : short, ending, added].filter((part) => part !== undefined && part !== '').join('.');
}

/** Whether opening the file may run something. */
export function canRun(fileName: string, mediaType: string): boolean {
  return EXECUTABLE_TYPES.has(mediaType) || EXECUTABLE_EXTENSIONS.has(splitName(fileName).ending.toLowerCase());
}

/** Whether its content cannot run, and its extension opens a program for that kind of file only. */
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

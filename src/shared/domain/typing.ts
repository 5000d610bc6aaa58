import { firstSign } from './graphemes.ts';

/**
 * Recognizes a key press for the input method, which makes Chinese, Japanese or Korean text of it. Safari ends a
 * composition before the Enter that did so: only the key code, 229, still tells.
 */
export function isForInputMethod({
  isComposing,
  keyCode,
}: {
  readonly isComposing: boolean;
  readonly keyCode: number;
}): boolean {
  return isComposing || keyCode === 229;
}

/** Members of a text field that are used, so that both windows can share this. */
interface TextField {
  readonly ownerDocument: { readonly execCommand: (command: string, showUi: boolean, text: string) => boolean };
  readonly focus: () => void;
  readonly setSelectionRange: (from: number, to: number) => void;
  readonly setRangeText: (text: string, from: number, to: number, then: 'end') => void;
  readonly dispatchEvent: (event: Event) => boolean;
}

/** Replaces a range of a field as if typed, with the caret after it: undo takes it out again, redo brings it back. */
export function insertText(field: TextField, text: string, from: number, to: number): void {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, yet nothing else writes into the browser's history.
  if (field.ownerDocument.execCommand('insertText', false, lines)) return;
  field.setRangeText(lines, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Does in a field what browsers do with a key: those of signs, and those that begin a line or delete. */
export function typeKey({ ownerDocument }: Pick<TextField, 'ownerDocument'>, key: string): void {
  const command = { Enter: 'insertLineBreak', Backspace: 'delete', Delete: 'forwardDelete' }[key];
  if (command !== undefined) ownerDocument.execCommand(command, false, '');
  // Others have names: ArrowLeft.
  else if (firstSign(key) === key) ownerDocument.execCommand('insertText', false, key);
}

/**
 * Checks whether a paste is about its files. Office programs add a picture to copied text, which is what is meant; file
 * managers add the names or addresses of copied files. `text`, `html`: what else was copied.
 */
export function isPasteOfFiles(files: readonly { readonly name: string }[], text: string, html: string): boolean {
  if (files.length === 0) return false;
  const lines = text.split(/[\r\n]+/).map((line) => plainName(line.trim()));
  const names = files.map(({ name }) => plainName(name));
  return lines.every((line) => line === '' || (html === '' && names.includes(line)));
}

/** The last part of a path or of a file's address. */
function plainName(line: string): string {
  const name = line.split(/[/\\]/).at(-1) ?? '';
  try {
    return (line.startsWith('file:') ? decodeURIComponent(name) : name).normalize();
  } catch {
    return name.normalize();
  }
}

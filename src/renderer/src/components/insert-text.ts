/** Replaces a range of a field as if typed, with the caret after it. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  [from, to]: readonly [from: number, to: number] = [field.selectionStart, field.selectionEnd],
): void {
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field.focus();
}

/** Puts words into a field in place of a part of it, and the caret behind them, as if they were typed. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  [from, to]: readonly [from: number, to: number] = [field.selectionStart, field.selectionEnd],
): void {
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field.focus();
}

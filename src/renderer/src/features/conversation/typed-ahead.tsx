import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { hasTouchKeyboard } from '#renderer/state/page-state.ts';
import { insertText } from '#shared/domain/typing.ts';

/*
 * Between two chats there is no composer. What is typed then waits in a field that is not seen, which takes texts,
 * input methods and pastes as any other, and no key of it is a shortcut.
 */

/** Milliseconds without a key after which nobody is typing, if no composer comes. */
const REST = 1000;

interface Step {
  readonly text: string;
  /** pressed after it */
  readonly enter?: KeyboardEventInit;
}

// One per window, like its field.
const waiting = {
  before: null as Element | null,
  steps: [] as readonly Step[],
  coming: 0,
  hasComposition: false,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
};

/** The field; once per window, beside what shows chats. */
export function TypedAhead() {
  const { t } = useTranslation('conversation');
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    rest();
    const { key, code, ctrlKey, metaKey, shiftKey, altKey, currentTarget: field } = event;
    if (key === 'Tab') event.preventDefault();
    if (key !== 'Enter' || shiftKey || altKey) return;
    event.preventDefault();
    const enter = { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true };
    waiting.steps = [...waiting.steps, { text: field.value, enter }];
    field.value = '';
  };
  return (
    <textarea
      data-typed-ahead=""
      aria-label={t('loading')}
      tabIndex={-1}
      className="sr-only"
      onKeyDown={onKeyDown}
      onCompositionStart={() => (waiting.hasComposition = true)}
      onCompositionEnd={() => (waiting.hasComposition = false)}
      onBlur={({ currentTarget: field }) => {
        // Another window has the focus, and gives it back.
        if (document.activeElement === field) return;
        field.value = '';
        waiting.steps = [];
      }}
    />
  );
}

/**
 * Keeps what is typed for the composer that is shown next. `coming`: ends when it is known whether there is one; after
 * that, and without it, the focus goes back once nobody types. Touch keyboards stay as they are.
 */
export function awaitComposer(coming?: Promise<unknown>): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-typed-ahead]');
  const isAsked = document.querySelector('[role="dialog"]:not([data-closed]), [role="alertdialog"]') !== null;
  if (field === null || isAsked || hasTouchKeyboard()) return;
  if (document.activeElement !== field) {
    waiting.before = document.activeElement;
    field.focus({ preventScroll: true });
  }
  rest();
  if (coming === undefined) return;
  waiting.coming += 1;
  const end = (): void => {
    waiting.coming -= 1;
    rest();
  };
  coming.then(end, end);
}

/** Focuses the composer that is shown, or waits for the next. */
export function toComposer(coming: Promise<unknown>): void {
  const shown = document.querySelector<HTMLTextAreaElement>('[data-composer]');
  if (shown === null) awaitComposer(coming);
  else if (!hasTouchKeyboard()) shown.focus();
}

function rest(): void {
  clearTimeout(waiting.timer);
  waiting.timer = setTimeout(release, REST);
}

function release(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || field.dataset['typedAhead'] === undefined) return;
  if (waiting.coming > 0 || document.querySelector('[data-loading-chat]') !== null) return rest();
  const before = placeBefore();
  if (before !== undefined) return before.focus({ preventScroll: true });
  field.blur();
  focusMessages();
}

/** Where the focus was, if that is still there. */
function placeBefore(): HTMLElement | undefined {
  const { before } = waiting;
  const isThere = before instanceof HTMLElement && before !== document.body && before.checkVisibility();
  return isThere ? before : undefined;
}

function focusMessages(): void {
  document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
}

/**
 * There is no composer. If it has taken the focus with it, the messages get it; from what is typed ahead it goes back to
 * where it was, unless one is still to come or somebody types.
 */
export function withoutComposer(): void {
  if (document.activeElement === document.body) return focusMessages();
  const { steps, coming } = waiting;
  const field = document.activeElement;
  const isEmpty = steps.length === 0 && field instanceof HTMLTextAreaElement && field.value === '';
  if (isEmpty && coming === 0 && placeBefore() !== undefined) release();
}

/** A composer has appeared, or nothing comes after it: it gets the focus and what was typed, in order. */
export function takeTyped(composer: HTMLTextAreaElement | null): void {
  const field = document.activeElement;
  if (composer === null || !(field instanceof HTMLTextAreaElement) || field.dataset['typedAhead'] === undefined) return;
  if (waiting.hasComposition)
    return field.addEventListener('compositionend', () => queueMicrotask(() => takeTyped(composer)), { once: true });
  const steps = [...waiting.steps, { text: field.value }];
  composer.focus({ preventScroll: true });
  composer.setSelectionRange(composer.value.length, composer.value.length);
  void typeSteps(composer, steps);
}

async function typeSteps(composer: HTMLTextAreaElement, steps: readonly Step[]): Promise<void> {
  for (const [index, { text, enter }] of steps.entries()) {
    if (text !== '') insertText(composer, text, composer.selectionStart, composer.selectionEnd);
    if (enter === undefined) return;
    await drawn();
    composer.dispatchEvent(new globalThis.KeyboardEvent('keydown', enter));
    await drawn();
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) return;
    if (field === composer) continue;
    // It has sent and closed: the rest is for the chat after it, before what has been typed since.
    const [first, ...more] = steps.slice(index + 1);
    if (field.dataset['typedAhead'] !== undefined && first !== undefined) {
      waiting.steps = [first, ...more, ...waiting.steps].filter((step) => step.enter !== undefined);
      field.value = (steps.at(-1)?.text ?? '') + field.value;
    }
    return;
  }
}

/** React draws in microtasks, which come before the next key. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
}

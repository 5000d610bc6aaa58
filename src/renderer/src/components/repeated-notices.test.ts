import { expect, it, vi } from 'vitest';
import { createRepeatedNotices } from './repeated-notices.ts';
import type { notify } from './toaster.tsx';

type Options = NonNullable<Parameters<typeof notify>[1]>;

/** A toaster whose toasts are looked at by their id, and closed. */
function toaster() {
  const shown = new Map<string, Options & { readonly text: string }>();
  const close = (id: string): void => {
    const toast = shown.get(id);
    shown.delete(id);
    toast?.onClose?.();
  };
  const notifyRepeated = createRepeatedNotices((text, options) => {
    const id = options?.id ?? text;
    shown.set(id, { ...options, text });
    return () => close(id);
  });
  const said = (to: string, act: string) => ({
    to,
    one: `${to} ${act}`,
    several: (count: number) => `${count} ${act}`,
  });
  return {
    close,
    texts: () => [...shown.values()].map(({ text }) => text),
    undo: (id: string) => {
      const { action } = shown.get(id) ?? {};
      close(id);
      action?.onPress();
    },
    closeChat: (to: string, undo = () => {}) =>
      notifyRepeated('closed', { ...said(to, 'closed'), undo, opposite: 'reopened' }),
    reopen: (to: string) => notifyRepeated('reopened', { ...said(to, 'reopened'), opposite: 'closed' }),
  };
}

it('acts in a row are one toast, whose undo takes all of them back, once each', () => {
  const { closeChat, texts, undo } = toaster();
  const undone = vi.fn<(name: string) => void>();
  closeChat('Anna', () => undone('Anna'));
  expect(texts()).toEqual(['Anna closed']);
  closeChat('Ben', () => undone('Ben'));
  closeChat('Cleo', () => undone('Cleo'));
  closeChat('Ben', () => undone('Ben'));
  expect(texts()).toEqual(['3 closed']);
  undo('closed');
  expect(undone.mock.calls).toEqual([['Anna'], ['Ben'], ['Cleo']]);
  expect(texts()).toEqual([]);
});

it('what is done after the toast has gone begins a new one', () => {
  const { closeChat, close, texts, undo } = toaster();
  const undone = vi.fn<(name: string) => void>();
  closeChat('Anna', () => undone('Anna'));
  close('closed');
  closeChat('Ben', () => undone('Ben'));
  expect(texts()).toEqual(['Ben closed']);
  undo('closed');
  expect(undone.mock.calls).toEqual([['Ben']]);
});

it('what was taken back otherwise leaves the toast, and the last of it ends it', () => {
  const { closeChat, reopen, texts } = toaster();
  closeChat('Anna');
  closeChat('Ben');
  reopen('Ben');
  expect(texts()).toEqual(['Anna closed', 'Ben reopened']);
  reopen('Anna');
  expect(texts()).toEqual(['2 reopened']);
  closeChat('Anna');
  expect(texts()).toEqual(['Ben reopened', 'Anna closed']);
});

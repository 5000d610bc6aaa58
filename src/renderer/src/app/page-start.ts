import { countSigns } from '#shared/domain/graphemes.ts';
import { isForInputMethod } from '#shared/domain/typing.ts';
import { SERVICE_WORKER, type ToServiceWorker } from '#shared/contract/service-worker.ts';

/** Prevents a file dropped outside a drop zone from replacing the console. Returns how to stop. */
export function refuseFileDrops(page: Window): () => void {
  const stop = new AbortController();
  const refuse = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    // Drop zones listen after this, and override it.
    event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse, { signal: stop.signal });
  page.addEventListener('drop', refuse, { signal: stop.signal });
  return () => stop.abort();
}

/**
 * Keeps the keys of an input method from every part of the console: Enter, Escape, arrows and digits choose and end
 * there. Returns how to stop.
 */
export function leaveKeysToInputMethod(page: Window): () => void {
  const keep = (event: KeyboardEvent): void => {
    if (isForInputMethod(event)) event.stopImmediatePropagation();
  };
  page.addEventListener('keydown', keep, { capture: true });
  return () => page.removeEventListener('keydown', keep, { capture: true });
}

/**
 * A field with a limit would cut what is pasted, dropped or put into it, without a word: it takes all of it or nothing,
 * and `tell` says why. Returns how to stop.
 */
export function refuseCutTexts(page: Window, tell: (length: number, most: number) => void): () => void {
  const look = (event: InputEvent): void => {
    const { target: field, data, dataTransfer } = event;
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    const text = data ?? dataTransfer?.getData('text/plain') ?? '';
    if (!isText || field.maxLength < 0 || text.length < 2) return;
    const { value, selectionStart, selectionEnd, maxLength } = field;
    const whole = value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? 0);
    if (whole.length <= maxLength) return;
    event.preventDefault();
    const { length, most } = countSigns(whole, maxLength);
    tell(length, most);
  };
  page.addEventListener('beforeinput', look);
  return () => page.removeEventListener('beforeinput', look);
}

/**
 * Translators and extensions put elements of their own in the place of texts. React still holds the texts, and would fail
 * when it removes one, or puts something before it: here what is gone is left alone, and the console goes on.
 */
export function tolerateReplacedTexts({ Node: { prototype } }: Pick<typeof globalThis, 'Node'>): void {
  const removeChild = Reflect.get(prototype, 'removeChild') as (this: Node, child: Node) => Node;
  const insertBefore = Reflect.get(prototype, 'insertBefore') as (this: Node, child: Node, before: Node | null) => Node;
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    return insertBefore.call(this, child, before?.parentNode === this ? before : null) as Child;
  };
}

/** Keeps zod from trying `eval`, which the CSP forbids. The setting is global, so zod need not be loaded for it. */
export function setZodWithoutEval(page: object): void {
  Object.assign(page, { __zod_globalConfig: { jitless: true } });
}

/**
 * Registers the service worker, which keeps the console's own files for a start without a network. Only browsers on a
 * secure address have one; the desktop app must not.
 */
export async function startServiceWorker(page: Window & typeof globalThis): Promise<void> {
  // Undefined on insecure addresses, whatever the types say.
  const workers = page.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (page.counterbell !== undefined || workers === undefined || !page.isSecureContext) return;
  // A browser may refuse it, and the development server has none: the console works without.
  const registration = await workers.register(SERVICE_WORKER, { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) return;
  const tellStarted = (worker: ServiceWorker | null): void => {
    const assets = page.performance.getEntriesByType('resource').map(({ name }) => name);
    const started: ToServiceWorker = { assets };
    worker?.postMessage(started);
  };
  tellStarted((await workers.ready).active);
  workers.addEventListener('controllerchange', () => tellStarted(workers.controller));
}

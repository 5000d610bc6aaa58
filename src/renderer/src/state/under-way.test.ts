import { afterEach, expect, it, vi } from 'vitest';
import { countAsUnderWay, countWrittenFields, isUnderWay } from './under-way.ts';

/** A field as the page has it. */
class Field extends EventTarget {
  isConnected = true;
  value = 'Blue lamps';
  readonly #isComposer: boolean;
  constructor({ isComposer = false } = {}) {
    super();
    this.#isComposer = isComposer;
  }
  matches(): boolean {
    return this.#isComposer;
  }
}

function pageWith({ hasDialog = false } = {}) {
  vi.stubGlobal('HTMLElement', Field);
  const page = Object.assign(new EventTarget(), { querySelector: () => (hasDialog ? {} : null) });
  const write = (field: Field): void => {
    const event = new Event('input');
    Object.defineProperty(event, 'target', { value: field });
    page.dispatchEvent(event);
  };
  return { page: page as unknown as Document, write };
}
afterEach(() => vi.unstubAllGlobals());

it('nothing is under way in a page at rest; an open dialog is', () => {
  expect(isUnderWay(pageWith().page)).toBe(false);
  expect(isUnderWay(pageWith({ hasDialog: true }).page)).toBe(true);
});

it('work that was counted is under way while it runs', () => {
  const { page } = pageWith();
  let isRunning = true;
  const end = countAsUnderWay(() => isRunning);
  expect(isUnderWay(page)).toBe(true);
  isRunning = false;
  expect(isUnderWay(page)).toBe(false);
  isRunning = true;
  end();
  expect(isUnderWay(page)).toBe(false);
});

it('a field that was written into is under way until it is emptied or leaves the screen', () => {
  const { page, write } = pageWith();
  const stop = countWrittenFields(page);
  const [name, search] = [new Field(), new Field()];
  write(name);
  write(search);
  expect(isUnderWay(page)).toBe(true);
  name.isConnected = false;
  expect(isUnderWay(page)).toBe(true);
  search.value = '';
  expect(isUnderWay(page)).toBe(false);
  stop();
});

it('a composer keeps what is written itself', () => {
  const { page, write } = pageWith();
  const stop = countWrittenFields(page);
  write(new Field({ isComposer: true }));
  expect(isUnderWay(page)).toBe(false);
  stop();
});

/**
 * Keeps what happens in the button and the window from the page's handlers on its document: dialogs that draw the focus
 * back, shortcuts, and what stops scrolling or clicks. Inside, each event goes on as a copy that does not leave the tree.
 *
 * Call what it returns as early as possible, as handlers on `window` are called by age, and again with each element that
 * holds them, and once a page has removed all listeners.
 */
export function createSeclusion(): (host?: Element) => void {
  let focused: Element | undefined;
  const keep = (event: Event & { readonly relatedTarget?: EventTarget | null }): void => {
    const [inner] = event.composedPath();
    const isInside = event.target === focused;
    // What plays sound and video has controls of the browser's.
    if (!focused || !inner || 'controls' in inner || !(isInside || event.relatedTarget === focused)) return;
    event.stopImmediatePropagation();
    const { type } = event;
    // Nothing in the window listens for the others. A copied click on a radio button would be undone with the original.
    if (!/click|down|foc|blur/.test(type)) return;
    if (type === 'click' && /radio|checkbox/.test((inner as HTMLInputElement).type)) return;
    const { activeElement } = document as { readonly activeElement: HTMLElement | null };
    // An older handler has drawn the focus away, and would do so again and again.
    if (isInside && /^focus(in)?$/.test(type) && activeElement !== focused && activeElement?.inert === false) {
      activeElement.inert = true;
      (inner as HTMLElement).focus();
      activeElement.inert = false;
      return;
    }
    const changed = { composed: !isInside, ...(!isInside && { relatedTarget: null }) };
    const copy = new (event.constructor as typeof Event)(
      type,
      new Proxy(event, { get: (from, key) => (key in changed ? changed[key as 'composed'] : from[key as 'type']) }),
    );
    Object.assign(copy, { wasPrevented: event.defaultPrevented });
    // A copied click opens links and files, too: once is enough.
    if (!inner.dispatchEvent(copy) || type === 'click') event.preventDefault();
  };
  return (host) => {
    focused = host;
    for (const type of EVENTS) addEventListener(type, keep, { capture: true, passive: /^[tw]/.test(type) });
  };
}

const EVENTS =
  'focus blur focusin focusout keydown keypress keyup pointerdown mousedown mouseup click touchstart touchmove touchend wheel'.split(
    ' ',
  );

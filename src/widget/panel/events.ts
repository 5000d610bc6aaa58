/** A key whose effect a handler of the page has prevented before we heard of it. */
export interface KeptKey extends KeyboardEvent {
  readonly wasPrevented?: boolean;
}

/**
 * Keeps what happens in the window from the page's handlers on its document: dialogs that draw the focus back, shortcuts,
 * and what stops scrolling or clicks. Inside, each event goes on as a copy that does not leave the tree.
 */
export function seclude(host: Element): void {
  const keep = (event: Event & { readonly relatedTarget?: EventTarget | null }): void => {
    const [inner] = event.composedPath();
    const isInside = event.target === host;
    // What plays sound and video has controls of the browser's.
    if (inner === undefined || 'controls' in inner || !(isInside || event.relatedTarget === host)) return;
    event.stopImmediatePropagation();
    const { type } = event;
    // Nothing in the window listens for the others. A copied click on a radio button would be undone with the original.
    if (!/click|down|foc|blur/.test(type)) return;
    if (type === 'click' && inner instanceof HTMLInputElement && /radio|checkbox/.test(inner.type)) return;
    const changed = { composed: !isInside, ...(!isInside && { relatedTarget: null }) };
    const copy = new (event.constructor as typeof Event)(
      type,
      new Proxy(event, { get: (from, key) => (key in changed ? changed[key as 'composed'] : from[key as 'type']) }),
    );
    Object.assign(copy, { wasPrevented: event.defaultPrevented });
    // A copied click opens links and files, too: once is enough.
    if (!inner.dispatchEvent(copy) || type === 'click') event.preventDefault();
  };
  for (const type of EVENTS) addEventListener(type, keep, { capture: true, passive: /^[tw]/.test(type) });
}

const EVENTS =
  'focus blur focusin focusout keydown keypress keyup pointerdown mousedown mouseup click touchstart touchmove touchend wheel'.split(
    ' ',
  );

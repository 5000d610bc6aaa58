import { directionOf, type Invitation, type ShownStatus } from '../host.ts';
import { isDark } from './scheme.ts';
import styles from './button.css?inline';

export interface ButtonOptions {
  readonly status: ShownStatus;
  /** without a button: the window is the whole page */
  readonly isPage: boolean;
  /** the page has begun its document anew: nothing of this is heard any more */
  readonly onLost: () => void;
  /** a pointer, finger or focus comes near */
  readonly onNear: () => void;
  /** a press begins */
  readonly onTouch: () => void;
  readonly onPress: () => void;
}

export type Button = ReturnType<typeof createButton>;

/** Shows the button at the foot of the page, in a tree of its own that neither the page's styles nor its scripts touch. */
export function createButton({ status, isPage, onLost, onNear, onTouch, onPress }: ButtonOptions) {
  const { language, side, color, ink } = status;
  const { name, isShown, close } = status.button;
  // A page that writes into its finished document removes all listeners, this one included.
  const host = make('div', { onclick: () => {} });
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  host.lang = language;
  host.style.setProperty('--color', color, 'important');
  host.style.setProperty('--ink', ink, 'important');

  const dir = directionOf(language);
  const badge = make('span', { className: 'badge', hidden: true });
  // The way to it, and half of a press, are time to load.
  const near = { onpointerenter: onNear, onfocus: onNear };
  const press = { ...near, type: 'button', onpointerdown: onTouch, onclick: onPress } as const;
  const button = make('button', { ...press, className: 'button', dir, ariaHasPopup: 'dialog' }, bubble());
  if (isShown) button.append(make('span', { className: 'label' }, name));
  else button.ariaLabel = name;
  button.append(badge);
  const section = make('section', { className: `corner ${side}`, ariaLabel: name, hidden: isPage }, button);
  root.append(section);
  const probe = make('i');
  root.append(probe);
  const match = (): void => void host.toggleAttribute('data-dark', isDark(status.theme, probe));
  // Later: with a page that removes it at once, the two would loop forever.
  const observer = new MutationObserver(() => void setTimeout(restore));
  // Beside the body: apps replace what is in it, and a transformed one would move what is fixed to the screen.
  const restore = (): void => {
    observer.disconnect();
    if (host.onclick === null) return onLost();
    observer.observe(document, { childList: true });
    const { documentElement: page, body } = document as {
      readonly [Key in 'documentElement' | 'body']: HTMLElement | null;
    };
    if (page === null) return;
    if (!host.isConnected) page.append(host);
    observer.observe(page, { childList: true, attributes: true });
    if (body === null) return;
    match();
    observer.observe(body, { attributes: true });
  };
  restore();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', match);

  let card: HTMLElement | undefined;
  /** had the focus when the window was opened: maybe a button of the page */
  let opener: HTMLElement | null = null;
  const dismiss = (): void => {
    card?.remove();
    card = undefined;
  };

  return {
    /** the panel is shown in it too */
    root,
    /** puts it back into a page that has removed it */
    restore,
    setOpen: (isOpen: boolean): void => {
      section.hidden = isOpen || isPage;
      if (isOpen) {
        match();
        dismiss();
        opener = document.activeElement as HTMLElement | null;
      } else if (root.activeElement !== null) {
        button.focus();
        opener?.focus();
      }
    },
    /** after a press the panel may have to be loaded */
    setBusy: (isBusy: boolean): void => {
      button.ariaBusy = String(isBusy);
    },
    /** `words`: the same for screen readers */
    setUnread: (count: number, words: string): void => {
      badge.hidden = count === 0;
      badge.textContent = count > 99 ? '99+' : String(count);
      button.ariaLabel = count === 0 ? name : `${name}, ${words}`;
    },
    invite: ({ text, name: from }: Invitation): void => {
      dismiss();
      match();
      const who = from === undefined ? '' : make('b', {}, from);
      const words = make('button', { ...press, className: 'words' }, make('span', { dir: 'auto' }, who, text));
      const onShut = (): void => {
        dismiss();
        button.focus();
      };
      const shut = make('button', { type: 'button', className: 'shut', ariaLabel: close, onclick: onShut }, '×');
      card = make('div', { className: 'card', dir, role: 'status' }, words, shut);
      section.prepend(card);
    },
  };
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function bubble(): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  path.setAttribute(
    'd',
    'M12 3.5c5 0 9 3.3 9 7.6s-4 7.6-9 7.6c-1 0-2-.1-2.9-.4L4.6 20.5l.9-3.7C4 15.3 3 13.3 3 11.1c0-4.3 4-7.6 9-7.6z',
  );
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}

import { directionOf, type Invitation, type ShownStatus } from '../host.ts';
import styles from './button.css?inline';

export interface ButtonOptions {
  readonly status: ShownStatus;
  /** without a button: the window is the whole page */
  readonly isPage: boolean;
  /** a press begins */
  readonly onTouch: () => void;
  readonly onPress: () => void;
}

export interface Button {
  /** the panel is shown in it too */
  readonly root: ShadowRoot;
  readonly setOpen: (isOpen: boolean) => void;
  /** after a press the panel may have to be loaded */
  readonly setBusy: (isBusy: boolean) => void;
  /** `words`: the same for screen readers */
  readonly setUnread: (count: number, words: string) => void;
  readonly invite: (invitation: Invitation) => void;
  /** puts it back into a page that has removed it */
  readonly restore: () => void;
}

/** Shows the button at the foot of the page, in a tree of its own that neither the page's styles nor its scripts touch. */
export function createButton({ status, isPage, onTouch, onPress }: ButtonOptions): Button {
  const { language, side, color, ink } = status;
  const { name, isShown, close } = status.button;
  const host = make('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  host.lang = language;
  host.style.setProperty('--color', color, 'important');
  host.style.setProperty('--ink', ink, 'important');
  // Single keys are shortcuts on some pages, which would act while the visitor writes.
  for (const event of ['keydown', 'keypress', 'keyup']) host.addEventListener(event, (each) => each.stopPropagation());

  const section = make('section', 'corner');
  const dir = directionOf(language);
  section.classList.toggle('left', side === 'left');
  section.ariaLabel = name;
  const button = make('button', 'button');
  button.type = 'button';
  button.dir = dir;
  button.ariaHasPopup = 'dialog';
  button.append(bubble());
  if (!isShown) button.ariaLabel = name;
  else {
    const words = make('span', 'label');
    words.textContent = name;
    button.append(words);
  }
  // Half of a press is time to load.
  button.addEventListener('pointerdown', onTouch);
  button.addEventListener('click', onPress);
  const badge = make('span', 'badge');
  badge.hidden = true;
  button.append(badge);
  section.append(button);
  root.append(section);
  section.hidden = isPage;
  // Beside the body: apps replace what is in it, and a transformed one would move what is fixed to the screen.
  const restore = (): void => {
    if (!host.isConnected) document.documentElement.append(host);
  };
  restore();

  let card: HTMLElement | undefined;
  /** had the focus when the window was opened: maybe a button of the page */
  let opener: HTMLElement | null = null;
  const dismiss = (): void => {
    card?.remove();
    card = undefined;
  };

  return {
    root,
    restore,
    setOpen: (isOpen) => {
      section.hidden = isOpen || isPage;
      if (isOpen) {
        dismiss();
        opener = document.activeElement as HTMLElement | null;
      } else if (root.activeElement !== null) {
        button.focus();
        opener?.focus();
      }
    },
    setBusy: (isBusy) => (button.ariaBusy = String(isBusy)),
    setUnread: (count, words) => {
      badge.hidden = count === 0;
      badge.textContent = count > 99 ? '99+' : String(count);
      button.ariaLabel = count === 0 ? name : `${name}, ${words}`;
    },
    invite: ({ text, name: from }) => {
      dismiss();
      card = make('div', 'card');
      card.dir = dir;
      const words = make('button', 'words');
      words.type = 'button';
      const said = make('span');
      said.dir = 'auto';
      if (from !== undefined) {
        const who = make('b');
        who.textContent = from;
        said.append(who);
      }
      said.append(text);
      words.append(said);
      words.addEventListener('click', onPress);
      const shut = make('button', 'shut');
      shut.type = 'button';
      shut.ariaLabel = close;
      shut.textContent = '×';
      shut.addEventListener('click', () => {
        dismiss();
        button.focus();
      });
      card.append(words, shut);
      card.role = 'status';
      section.prepend(card);
    },
  };
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
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

import { z } from 'zod';
import { dialog, Notification } from 'electron';
import { t } from '../texts.ts';

/** Hints shown once per computer: where the window went, why it was only minimized, or why it came back. */
type Hint = 'in_tray' | 'no_tray' | 'tray_lost';

/** What the console's window remembers between starts. */
export type WindowMemory = ReturnType<typeof createWindowMemory>;

const windowPlace = z.object({
  bounds: z.object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  }),
  maximized: z.boolean(),
});
const zoomLevel = z.number().min(-8).max(9);
const hints = z.array(z.string());
const unsentCounts = z.record(z.string(), z.number().int().positive());

/** On a store like `electron-store`. Invalid content counts as nothing remembered. */
export function createWindowMemory(store: {
  get: (key: string) => unknown;
  set: (key: string, value: unknown) => void;
}) {
  const shownHints = (): readonly string[] => hints.safeParse(store.get('told')).data ?? [];
  return {
    place: (): WindowPlace | undefined => windowPlace.safeParse(store.get('place')).data,
    /** Chromium's zoom level; 0 is 100 % */
    zoomLevel: (): number => zoomLevel.safeParse(store.get('zoomLevel')).data ?? 0,
    remember: (shown: { readonly place: WindowPlace; readonly zoomLevel: number }): void => {
      store.set('place', shown.place);
      store.set('zoomLevel', shown.zoomLevel);
    },
    /** how many replies and notes that are not sent yet the pages of a shop keep, by its id */
    unsent: (): Readonly<Record<string, number>> => unsentCounts.safeParse(store.get('unsent')).data ?? {},
    setUnsent: (counts: Readonly<Record<string, number>>): void => store.set('unsent', counts),
    /** true the first time; from then on the hint counts as shown */
    firstTime: (hint: Hint): boolean => {
      if (shownHints().includes(hint)) return false;
      store.set('told', [...shownHints(), hint]);
      return true;
    },
  };
}

function hintText(hint: Hint): string {
  switch (hint) {
    case 'in_tray':
      return process.platform === 'darwin' ? t('desktop:hint.inMenuBar') : t('desktop:hint.inTray');
    case 'no_tray':
      return t('desktop:hint.noTray');
    case 'tray_lost':
      return t('desktop:hint.trayLost');
  }
}

/** Shows once per computer where the window went: in a notification that opens it, or in a box if there are none. */
export function createHints(memory: WindowMemory, showConsole: () => void): (hint: Hint) => void {
  // A garbage-collected notification gets no clicks.
  const shown = new Set<Notification>();
  return (hint) => {
    if (!memory.firstTime(hint)) return;
    const [title, body] = [t('desktop:hint.title'), hintText(hint)];
    if (!Notification.isSupported()) {
      void dialog.showMessageBox({ type: 'info', title: 'Counterbell', message: title, detail: body });
      return;
    }
    const notification = new Notification({ title, body, silent: true });
    shown.add(notification);
    notification.on('click', showConsole);
    notification.show();
  };
}

/** A window's position in device-independent pixels of the whole desktop. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface WindowPlace {
  readonly bounds: Bounds;
  readonly maximized: boolean;
}

/** How much of the title bar must be on a screen to grab it with the mouse. */
const GRIP = { width: 120, height: 24 } as const;

const REPLY_SIZE = { width: 380, height: 520 } as const;
const REPLY_MARGIN = 12;

/**
 * The remembered bounds if a window there is reachable on a screen's work area, at most the size of that screen;
 * undefined if not, because a screen was removed or rotated.
 */
export function reachableBounds(bounds: Bounds, workAreas: readonly Bounds[]): Bounds | undefined {
  const area = workAreas.find((each) => overlap(titleBar(bounds), each));
  if (area === undefined) return undefined;
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  return { x: bounds.x, y: bounds.y, width, height };
}

function titleBar(bounds: Bounds): Bounds {
  return { ...bounds, height: GRIP.height };
}

function overlap(one: Bounds, other: Bounds): boolean {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width >= GRIP.width && height >= GRIP.height;
}

/**
 * The reply window's position: centred on the tray icon and as close as the work area allows, or, if that is unknown,
 * in the right corner on the side where this system has its tray.
 */
export function replyWindowBounds(area: Bounds, tray: Bounds | undefined, side: 'top' | 'bottom'): Bounds {
  const width = Math.min(REPLY_SIZE.width, area.width - 2 * REPLY_MARGIN);
  const height = Math.min(REPLY_SIZE.height, area.height - 2 * REPLY_MARGIN);
  const right = area.x + area.width - width - REPLY_MARGIN;
  const top = area.y + REPLY_MARGIN;
  const bottom = area.y + area.height - height - REPLY_MARGIN;
  if (tray === undefined) return { x: right, y: side === 'top' ? top : bottom, width, height };
  const middle = { x: tray.x + tray.width / 2, y: tray.y + tray.height / 2 };
  const x = Math.round(Math.min(Math.max(middle.x - width / 2, area.x + REPLY_MARGIN), right));
  const isAbove = middle.y < area.y + area.height / 2;
  return { x, y: isAbove ? top : bottom, width, height };
}

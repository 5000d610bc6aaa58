import { z } from 'zod';
import { dialog, Notification } from 'electron';
import { t } from '../texts.ts';

/** Hints shown once per computer: where the window went, why it was only minimized, or why it came back. */
const HINTS = {
  in_tray: process.platform === 'darwin' ? 'inMenuBar' : 'inTray',
  no_tray: 'noTray',
  tray_lost: 'trayLost',
} as const;
type Hint = keyof typeof HINTS;

/** Remembers the console window's state between starts. */
export type WindowMemory = ReturnType<typeof createWindowMemory>;

const windowPosition = z.object({
  bounds: z.object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  }),
  maximized: z.boolean(),
});
type WindowPosition = Readonly<z.infer<typeof windowPosition>>;
const zoomLevel = z.number().min(-8).max(9);
const hints = z.array(z.string());

/** On a store like `electron-store`. Invalid content counts as nothing remembered. */
export function createWindowMemory(store: {
  get: (key: string) => unknown;
  set: (key: string, value: unknown) => void;
}) {
  const shownHints = (): readonly string[] => hints.safeParse(store.get('told')).data ?? [];
  return {
    position: (): WindowPosition | undefined => windowPosition.safeParse(store.get('position')).data,
    /** Chromium's zoom level; 0 is 100 % */
    zoomLevel: (): number => zoomLevel.safeParse(store.get('zoomLevel')).data ?? 0,
    remember: (shown: { readonly position: WindowPosition; readonly zoomLevel: number }): void => {
      store.set('position', shown.position);
      store.set('zoomLevel', shown.zoomLevel);
    },
    /** true the first time; from then on the hint counts as shown */
    firstTime: (hint: Hint): boolean => {
      if (shownHints().includes(hint)) return false;
      store.set('told', [...shownHints(), hint]);
      return true;
    },
  };
}

/** Shows once per computer where the window went: in a notification that opens it, or in a box if there are none. */
export function createHints(memory: WindowMemory, showConsole: () => void): (hint: Hint) => void {
  // A garbage-collected notification gets no clicks.
  const shown = new Set<Notification>();
  return (hint) => {
    if (!memory.firstTime(hint)) return;
    const [title, body] = [t('desktop:hint.title'), t(`desktop:hint.${HINTS[hint]}`)];
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

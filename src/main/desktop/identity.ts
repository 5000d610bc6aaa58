import type { App } from 'electron';

/** As in the packaging's configuration: the shortcut in the start menu carries it too. */
const APP_ID = 'app.counterbell';
/** Stays the same for ever: Windows hands what is done with a notification to whoever registered with it. */
const TOAST_ACTIVATOR = '{6E0B1F5A-3C0D-4D0E-9C57-8A2D4B7E91C3}';

/** Who we are to Windows. The activator comes first, or answers given in a notification are lost. */
export function introduceToWindows(app: App): void {
  if (process.platform !== 'win32') return;
  if ('setToastActivatorCLSID' in app) app.setToastActivatorCLSID(TOAST_ACTIVATOR);
  app.setAppUserModelId(APP_ID);
}

import { app, session, shell, type WebContents } from 'electron';
import type { ConsolePage } from './console-page.ts';
import { isWebLink } from './external-link.ts';

/** What a page may do without asking: put text on the clipboard, which the copy buttons do. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Holds every page to the console: no other address, no new window, no embedded page, no permission. Call once ready. */
export function guardPages(page: ConsolePage): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, page));
  const allowed = (permission: string, url: string | undefined): boolean =>
    ALLOWED_PERMISSIONS.has(permission) && url !== undefined && page.owns(url);
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(details.isMainFrame && allowed(permission, details.requestingUrl));
  });
  session.defaultSession.setPermissionCheckHandler((contents, permission, _origin, details) =>
    details.isMainFrame && allowed(permission, contents?.getURL()),
  );
  session.defaultSession.setDevicePermissionHandler(() => false);
}

function guard(contents: WebContents, page: ConsolePage): void {
  contents.setWindowOpenHandler(({ url }) => {
    openInBrowser(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    // Loading itself anew is no departure.
    if (event.isMainFrame && page.owns(event.url)) return;
    event.preventDefault();
    if (event.isMainFrame) openInBrowser(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function openInBrowser(url: string): void {
  if (isWebLink(url)) void shell.openExternal(url);
}

import { app, session, shell, type WebContents } from 'electron';
import type { ConsolePages } from './console-gate.ts';
import type { Clock } from '#main/clock/clock.ts';
import { safeLink } from '#shared/domain/links.ts';

/** Confines pages to the console: no navigation, new window, embed or permission but recording. Call once ready. */
export function guardPages(pages: ConsolePages, microphone: Microphone): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, pages));
  const allowed = (contents: WebContents, permission: string, mediaTypes?: readonly (string | undefined)[]): boolean =>
    permission === 'media'
      ? isAudioOnly(mediaTypes) && microphone.mayOpen(contents)
      : // Without asking, for copy buttons.
        permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((contents, permission, answer, details) => {
    const mediaTypes = 'mediaTypes' in details ? details.mediaTypes : undefined;
    answer(
      details.isMainFrame && pages.isConsolePage(details.requestingUrl) && allowed(contents, permission, mediaTypes),
    );
  });
  session.defaultSession.setPermissionCheckHandler(
    (contents, permission, _origin, details) =>
      details.isMainFrame &&
      contents !== null &&
      pages.isConsolePage(contents.getURL()) &&
      allowed(contents, permission, [details.mediaType]),
  );
  session.defaultSession.setDevicePermissionHandler(() => false);
}

function guard(contents: WebContents, pages: ConsolePages): void {
  contents.setWindowOpenHandler(({ url }) => {
    openInBrowser(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    // Reloading is not leaving.
    if (event.isMainFrame && pages.isConsolePage(event.url)) return;
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
  const link = safeLink(url);
  if (link !== undefined) void shell.openExternal(link);
}

/** Milliseconds within which a page that may record has to open the microphone. */
const PERMISSION_TIME = 10_000;

/** Grants the microphone to pages where a user has just pressed record. */
export type Microphone = ReturnType<typeof createMicrophone>;

/** `askSystem`: lets the system ask the user, where it does that per app. */
export function createMicrophone({
  clock,
  askSystem,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly askSystem: () => Promise<void>;
}) {
  const wishes = new WeakMap<WebContents, number>();
  return {
    wish: async (contents: WebContents): Promise<void> => {
      await askSystem();
      wishes.set(contents, clock.monotonic());
    },
    mayOpen: (contents: WebContents): boolean => {
      const at = wishes.get(contents);
      return at !== undefined && clock.monotonic() - at < PERMISSION_TIME;
    },
  };
}

/** Checks that nothing but the microphone is requested. */
export function isAudioOnly(mediaTypes: readonly (string | undefined)[] | undefined): boolean {
  return mediaTypes !== undefined && mediaTypes.length > 0 && mediaTypes.every((type) => type === 'audio');
}

import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';

export type Platform = 'windows' | 'mac' | 'linux';

/** The system that Counterbell most likely runs on: known in the desktop app, in a browser that of the browser. */
export function useLikelyPlatform(): Platform {
  const known = useDesktopStatus().data?.platform;
  const isDesktop = useDesktop() !== undefined;
  if (isDesktop && known !== undefined) return known;
  return platformOf(window.navigator.userAgent);
}

/** The system that a browser says it runs on; Linux where it says nothing known. */
export function platformOf(userAgent: string): Platform {
  if (/Windows/i.test(userAgent)) return 'windows';
  return /Mac OS X|Macintosh/i.test(userAgent) ? 'mac' : 'linux';
}

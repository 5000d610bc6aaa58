import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useLooking } from '#renderer/components/use-looking.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { isConsolePlace } from './desktop-place.ts';

/** Goes where the tray, a notification or a link asks this window to go. */
export function useDesktopPlaces(): void {
  const desktop = useDesktop();
  const [, navigate] = useLocation();
  useEffect(
    () =>
      desktop?.onPlace((place) => {
        if (isConsolePlace(place)) navigate(place);
      }),
    [desktop, navigate],
  );
}

/** Tells the desktop app which chat somebody is looking at here, so that it is not announced to them. */
export function useReading(chatId: string | undefined): void {
  const desktop = useDesktop();
  const looking = useLooking();
  const read = looking ? (chatId ?? null) : null;
  useEffect(() => {
    if (desktop === undefined || read === null) return;
    // Told in vain, a notification too many is shown; nothing else depends on it.
    const tell = (id: string | null): void => void desktop.reading(id).catch(() => undefined);
    tell(read);
    return () => tell(null);
  }, [desktop, read]);
}

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { ringBell, useBell } from '#renderer/components/bell.ts';
import { useLooking } from '#renderer/components/page-state.ts';
import { languageFor } from '#shared/locales/languages.ts';
import { localization, systemLanguages } from '#renderer/language/i18n.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';

/** Places that the desktop app may send a console window to. */
const CONSOLE_PLACE = /^\/(?:chat\/\d+|settings(?:\/[\w-]+){0,2})$/;

/** Goes where the tray, a notification or a link asks this window to go, and rings when it is asked to. */
export function useDesktopPlaces(): void {
  const desktop = useDesktop();
  const [, navigate] = useLocation();
  useEffect(
    () =>
      desktop?.on('place', (place) => {
        if (!isConsolePlace(place)) return;
        navigate(place);
        focusComposer(document);
      }),
    [desktop, navigate],
  );
  useEffect(() => desktop?.on('ring', () => ringBell(useBell.getState().volume)), [desktop]);
}

/** Puts the caret into the composer of a chat that is open already; one that opens takes it by itself. */
export function focusComposer(page: Document): void {
  requestAnimationFrame(() => page.querySelector<HTMLElement>('main [data-composer]')?.focus());
}

/** Tells the desktop app what this window speaks, so that its tray, menus and notifications do too. */
export function useSpokenLanguage(): void {
  const desktop = useDesktop();
  useTranslation();
  const { code } = localization.language();
  useEffect(() => {
    if (desktop === undefined) return;
    // As long as nobody said anything, it speaks what the system does.
    const tell = async (): Promise<void> => {
      const { language } = (await desktop.call('status')).preferences;
      if ((language ?? languageFor(systemLanguages()).code) !== code) await desktop.call('change', { language: code });
    };
    // If this fails, the tray keeps its language until the next window sets it.
    tell().catch(() => undefined);
  }, [desktop, code]);
}

/** Tells the desktop app which chat somebody is looking at here, so that it is not announced to them. */
export function useReading(chatId: string | undefined): void {
  const desktop = useDesktop();
  const looking = useLooking();
  const read = looking ? (chatId ?? null) : null;
  useEffect(() => {
    if (desktop === undefined || read === null) return;
    // Told in vain, a notification too many is shown; nothing else depends on it.
    const tell = (id: string | null): void => void desktop.call('reading', id).catch(() => undefined);
    tell(read);
    return () => tell(null);
  }, [desktop, read]);
}

/** Whether the console goes where the desktop app asks it to: a chat, or a page of the settings. */
export function isConsolePlace(place: string): boolean {
  return CONSOLE_PLACE.test(place);
}

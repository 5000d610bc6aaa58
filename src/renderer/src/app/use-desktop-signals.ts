import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { ringBell, useBell } from '#renderer/state/bell.ts';
import { focusComposer, useLooking } from '#renderer/state/page-state.ts';
import { countWrittenFields, isUnderWay } from '#renderer/state/under-way.ts';
import { languageFor } from '#shared/locales/languages.ts';
import { localization, systemLanguages } from '#renderer/language/i18n.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { areDraftsStored } from '#renderer/rpc/written.ts';

/** Follows the tray, notifications and links to their places, and rings on request. */
export function useDesktopNavigation(): void {
  const desktop = useDesktop();
  const [, navigate] = useLocation();
  useEffect(
    () =>
      desktop?.on('navigate', (path) => {
        if (!isConsolePath(path)) return;
        navigate(path);
        focusComposer(document);
      }),
    [desktop, navigate],
  );
  useEffect(() => desktop?.on('ring', () => ringBell(useBell.getState().volume)), [desktop]);
}

/** Lets the desktop app end this page once its window is closed to the tray, and nothing would be lost with it. */
export function useEnding(): void {
  const desktop = useDesktop();
  const { outbox } = useConsole();
  useEffect(() => {
    if (desktop === undefined) return undefined;
    const stops = [
      countWrittenFields(document),
      desktop.on('mayEnd', () => {
        // What waits for the connection goes out of this page.
        const hasUnsent = outbox.state.getState().unsent.length > 0;
        if (!hasUnsent && areDraftsStored() && !isUnderWay(document)) void desktop.call('endPage');
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [desktop, outbox]);
}

/** Tells the desktop app this window's language, for its tray, menus and notifications. */
export function useReportLanguage(): void {
  const desktop = useDesktop();
  useTranslation();
  const { code } = localization.language();
  useEffect(() => {
    if (desktop === undefined) return;
    // Without a choice, the app follows the system.
    const report = async (): Promise<void> => {
      const { language } = (await desktop.call('status')).preferences;
      if ((language ?? languageFor(systemLanguages()).code) !== code) await desktop.call('change', { language: code });
    };
    // If this fails, the tray keeps its language until the next window sets it.
    report().catch(() => undefined);
  }, [desktop, code]);
}

/** Tells the desktop app which chat is in view here, so that it is not announced. */
export function useReading(chatId: string | undefined): void {
  const desktop = useDesktop();
  const looking = useLooking();
  const read = looking ? (chatId ?? null) : null;
  useEffect(() => {
    if (desktop === undefined || read === null) return;
    // If this fails, the operator gets one redundant notification at most.
    const report = (id: string | null): void => void desktop.call('reading', id).catch(() => undefined);
    report(read);
    return () => report(null);
  }, [desktop, read]);
}

/** Accepts paths in the console that the desktop app may open: a chat, an invitation, or a settings page. */
export function isConsolePath(path: string): boolean {
  return /^\/(?:chat\/\d+|join\/[\w-]{1,4096}|settings(?:\/[\w-]+){0,2})$/.test(path);
}

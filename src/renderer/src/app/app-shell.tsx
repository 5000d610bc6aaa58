import { useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { lazy, MountOnOpen } from '#renderer/components/lazy.tsx';
import { useCommands } from '#renderer/state/commands.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { customerName as nameOf, useConnectionView } from '#renderer/rpc/use-directory.ts';
import { CatchUpLine, ConnectionBanner } from '#renderer/features/notices/notices.tsx';
import { NobodyOnlineLine } from '#renderer/features/presence/opening.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import { AfterAnswers, CommandPalette, loadLaterParts, SearchScreen } from './later-parts.tsx';
import { rememberPath } from './address.tsx';
import { Rail } from './rail.tsx';
import { useReportLanguage } from './use-desktop-signals.ts';
import { useSearchView } from '#renderer/features/search/search-view.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { notify, notifyError } from '#renderer/components/toaster.tsx';

/** Seconds a toast with an action is shown. */
const TOAST_SECONDS = 20;

const SettingsScreen = lazy(
  async () => (await import('#renderer/features/settings/settings-screen.tsx')).SettingsScreen,
);

const ReachNotices = lazy(
  async () => (await import('#renderer/features/settings/connection/reach-notices.tsx')).ReachNotices,
);

const ShortcutSheet = lazy(async () => (await import('#renderer/features/commands/shortcut-sheet.tsx')).ShortcutSheet);

const BrowserCalls = lazy(async () => (await import('#renderer/features/calls/browser-calls.ts')).BrowserCalls);

const JobsLine = lazy(async () => (await import('#renderer/features/notices/jobs-line.tsx')).JobsLine);

/** Screens that take no parameters; the reports read their place themselves. */
const screens = {
  '/reports/:view?': lazy(async () => (await import('#renderer/features/reports/reports-screen.tsx')).ReportsScreen),
  '/search': SearchScreen,
  '/customers': lazy(async () => (await import('#renderer/features/contact/customers-screen.tsx')).CustomersScreen),
  '/visitors': lazy(async () => (await import('#renderer/features/visitors/visitors-screen.tsx')).VisitorsScreen),
};

/** The frame of the console: the rail, the current screen, and the notices above. */
export function AppShell() {
  const [location, navigate] = useLocation();
  const [sheetOpen, setSheetOpen] = useState(false);
  const openSheet = (): void => setSheetOpen(true);
  useEffect(() => rememberPath(window, location), [location]);
  const { queryClient } = useConsole();
  useEffect(() => loadLaterParts(window, queryClient), [queryClient]);
  useReportLanguage();
  useNewsToasts();
  const [paletteOpen, setPaletteOpen] = useState(false);
  useCommands({
    shortcuts: openSheet,
    palette: () => setPaletteOpen(true),
    search: () => openSearch(document, navigate),
  });
  return (
    <div className="flex h-full flex-col pb-(--safe-bottom)">
      <FaultBoundary part="strip">
        <AfterAnswers>{window.counterbell === undefined && <BrowserCalls />}</AfterAnswers>
        <ConnectionBanner />
        <ConnectionNotices />
        <CatchUpLine />
        <NobodyOnlineLine />
        <AfterAnswers>
          <JobsLine />
        </AfterAnswers>
      </FaultBoundary>
      <div className="flex min-h-0 flex-1 [anchor-name:--screen] max-phone:flex-col-reverse">
        <Rail />
        <div className="min-h-0 min-w-0 flex-1">
          <Switch>
            <Route path="/settings/:section?/:detail?/:tab?">
              <FaultBoundary part="pane">
                <SettingsScreen />
              </FaultBoundary>
            </Route>
            {Object.entries(screens).map(([path, Screen]) => (
              <Route key={path} path={path}>
                <FaultBoundary part="pane">
                  <Screen />
                </FaultBoundary>
              </Route>
            ))}
            {/* One element for both places, so that the list keeps its state while chats open. */}
            <Route path={/^\/(?:chat\/(?<chatId>[^/]+)(?:\/at\/(?<messageId>\d+))?)?$/}>
              {({ chatId, messageId }: { readonly chatId?: string; readonly messageId?: string }) => (
                <InboxScreen chatId={chatId} startAt={messageId} />
              )}
            </Route>
            <Route>
              <Redirect to="/" replace />
            </Route>
          </Switch>
        </div>
      </div>
      <FaultBoundary part="strip" of={[sheetOpen, paletteOpen]}>
        <MountOnOpen open={sheetOpen}>
          <ShortcutSheet open={sheetOpen} onClose={() => setSheetOpen(false)} />
        </MountOnOpen>
        <MountOnOpen open={paletteOpen}>
          <CommandPalette open={paletteOpen} onOpenChange={setPaletteOpen} />
        </MountOnOpen>
      </FaultBoundary>
    </div>
  );
}

/** Notices about the connection, rarely needed. */
function ConnectionNotices() {
  const view = useConnectionView().data;
  const isQuiet =
    view === undefined ||
    (view.reach.state !== 'unreachable' &&
      view.formerUrl === undefined &&
      view.certificate === undefined &&
      view.floods === undefined);
  return !isQuiet && <ReachNotices view={view} />;
}

/** Goes to the search with its field focused and the last query selected. */
function openSearch(page: Document, navigate: (path: string) => void): void {
  useSearchView.setState({ scrolled: 0, opened: undefined });
  navigate('/search');
  // If the search is already shown, nothing else would focus it.
  const field = page.querySelector<HTMLInputElement>('main search input');
  field?.focus();
  field?.select();
}

/** Announces on any screen what concerns this operator: a chat assigned to them, a reply not delivered. */
function useNewsToasts(): void {
  const { news } = useConsole();
  const [location, navigate] = useLocation();
  useEffect(
    () =>
      news.subscribe(({ latest }) => {
        if (latest === undefined) return;
        const { chatId } = latest.message;
        const isOpen = location === `/chat/${chatId}`;
        const open = { label: i18n.t('common:open'), onPress: () => navigate(`/chat/${chatId}`) };
        const customerName = nameOf(latest.chat.customer);
        if (latest.kind === 'failedReply') {
          // The open chat already shows it under the reply.
          if (isOpen) return;
          const text = i18n.t('app:notDelivered.text', { customerName });
          return notifyError(text, i18n.t('app:notDelivered.more'), open);
        }
        const { event, authorName = '' } = latest.message;
        const isGiven = event?.kind === 'assigned';
        // A note in the open chat says so itself.
        if (isOpen && !isGiven) return;
        const text = isGiven
          ? i18n.t('app:assigned.given', { operatorName: event.operatorName, customerName })
          : i18n.t('app:mentioned', { authorName, customerName });
        const id = `${latest.kind}-${chatId}`;
        notify(text, { id, ...(!isOpen && { seconds: TOAST_SECONDS, action: open }) });
      }),
    [news, navigate, location],
  );
}

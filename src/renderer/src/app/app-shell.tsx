import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { lazy, useLoadAhead, useWhenIdle } from '#renderer/components/lazy.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { useMe } from '#renderer/rpc/use-directory.ts';
import { CatchUpLine, ConnectionBanner, NobodyOnlineLine } from './notices.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import { openTestCustomer, rememberPlace } from './address.tsx';
import { Rail } from './rail.tsx';
import { useDesktopPlaces, useSpokenLanguage } from './use-desktop-signals.ts';
import { BrowserCalls } from './browser-calls.ts';
import { useSearchView } from '#renderer/features/search/search-view.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { say, sayTrouble, sayWithUndo } from '#renderer/components/toaster.tsx';
import type { Chat } from '#shared/domain/entities.ts';

/** How long it is said, in seconds: it asks for something. */
const SHOWN_FOR = 20;

const SettingsScreen = lazy(
  async () => (await import('#renderer/features/settings/settings-screen.tsx')).SettingsScreen,
);

const ReachNotices = lazy(
  async () => (await import('#renderer/features/settings/connection/reach-notices.tsx')).ReachNotices,
);

const ShortcutSheet = lazy(async () => (await import('#renderer/features/commands/shortcut-sheet.tsx')).ShortcutSheet);

const JobsLine = lazy(async () => (await import('./jobs-line.tsx')).JobsLine);

const CommandPalette = lazy(async () => (await import('./command-palette.tsx')).CommandPalette);

const ReportsScreen = lazy(async () => (await import('#renderer/features/reports/reports-screen.tsx')).ReportsScreen);

const SearchScreen = lazy(async () => (await import('#renderer/features/search/search-screen.tsx')).SearchScreen);

const CustomersScreen = lazy(
  async () => (await import('#renderer/features/contact/customers-screen.tsx')).CustomersScreen,
);

const RatingsScreen = lazy(async () => (await import('#renderer/features/ratings/ratings-screen.tsx')).RatingsScreen);

/** Screens that are the same wherever one comes from. */
const screens = [
  ['/reports', ReportsScreen],
  ['/search', SearchScreen],
  ['/customers', CustomersScreen],
  ['/ratings', RatingsScreen],
] as const;

/** Where what one types next has to find its field, and the way to the settings. */
const ahead = [SearchScreen, ShortcutSheet, SettingsScreen];

/** The frame of the console: the rail, the screen of the current place, and what is said above all of it. */
export function AppShell() {
  const [place, navigate] = useLocation();
  const [sheetOpen, setSheetOpen] = useState(false);
  // Stays once it was opened, so that it closes as it opened.
  const [wasSheetOpen, setSheetBegun] = useState(false);
  const openSheet = (): void => {
    setSheetBegun(true);
    setSheetOpen(true);
  };
  useEffect(() => rememberPlace(window, place), [place]);
  useDesktopPlaces();
  useSpokenLanguage();
  useNews();
  const [paletteOpen, setPaletteOpen] = useState(false);
  useCommands({
    shortcuts: openSheet,
    palette: () => setPaletteOpen(true),
    search: () => openSearch(document, navigate),
  });
  // Loaded behind what one waits for first, so that no key that is pressed after Ctrl+K is lost.
  const isBegun = useWhenIdle(useMe().data !== undefined);
  useLoadAhead(ahead, isBegun);
  return (
    <div className="flex h-full flex-col">
      <FaultBoundary part="strip">
        {window.counterbell === undefined && <BrowserCalls />}
        <ConnectionBanner />
        <WayInNotices />
        <CatchUpLine />
        <NobodyOnlineLine />
        <Suspense>{isBegun && <JobsLine />}</Suspense>
      </FaultBoundary>
      <div className="flex min-h-0 flex-1">
        <Rail onShortcuts={openSheet} />
        <div className="min-w-0 flex-1">
          <Switch>
            <Route path="/settings/:section?/:detail?/:tab?">
              <ScreenPane>
                <SettingsScreen onOpenTestCustomer={(channelId: string) => openTestCustomer(window, channelId)} />
              </ScreenPane>
            </Route>
            {screens.map(([path, Screen]) => (
              <Route key={path} path={path}>
                <ScreenPane>
                  <Screen />
                </ScreenPane>
              </Route>
            ))}
            {/* One element for both, so that the list stays as it is while chats are opened. */}
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
        <Suspense>{wasSheetOpen && <ShortcutSheet open={sheetOpen} onOpenChange={setSheetOpen} />}</Suspense>
        <Suspense>
          {(isBegun || paletteOpen) && <CommandPalette open={paletteOpen} onOpenChange={setPaletteOpen} />}
        </Suspense>
      </FaultBoundary>
    </div>
  );
}

/** Where a screen stands that is loaded when it is opened. */
function ScreenPane({ children }: { readonly children: ReactNode }) {
  return (
    <FaultBoundary part="pane">
      <Suspense>{children}</Suspense>
    </FaultBoundary>
  );
}

/** Most of the time nothing has to be said about the way in. */
function WayInNotices() {
  const view = useWayIn().data;
  const isQuiet =
    view === undefined ||
    (view.reach.state !== 'unreachable' &&
      view.formerUrl === undefined &&
      view.certificate === undefined &&
      view.floods === undefined);
  return <Suspense>{!isQuiet && <ReachNotices view={view} />}</Suspense>;
}

/** Goes to the search to ask for something else: with the focus in its field, and what was asked before selected. */
function openSearch(page: Document, navigate: (place: string) => void): void {
  useSearchView.setState({ scrolled: 0, opened: undefined });
  navigate('/search');
  // Where its screen is shown already, nothing else would take the focus there.
  const field = page.querySelector<HTMLInputElement>('main search input');
  field?.focus();
  field?.select();
}

/** Says what concerns this operator alone, wherever they are in the console: a chat that a colleague gave them, a reply that was not delivered. */
function useNews(): void {
  const { call, news } = useConsole();
  const [place, navigate] = useLocation();
  useEffect(
    () =>
      news.subscribe(({ latest }) => {
        if (latest === undefined) return;
        const { chatId } = latest.message;
        const isOpen = place === `/chat/${chatId}`;
        const open = { label: i18n.t('app:assigned.open'), onUndo: () => navigate(`/chat/${chatId}`) };
        const nameOf = ({ customer }: Chat): string => customer.name ?? i18n.t('inbox:visitor');
        if (latest.kind === 'failed') {
          // In the open chat it stands under the reply.
          if (isOpen) return;
          const found = call('chats.get', { chatId }).then((chat) =>
            sayTrouble(
              i18n.t('app:notDelivered.text', { customerName: nameOf(chat) }),
              i18n.t('app:notDelivered.more'),
              open,
            ),
          );
          // Where it cannot be asked, the banner says so; the list has the chat afterwards.
          return void found.catch(() => undefined);
        }
        const { event } = latest.message;
        if (event?.kind !== 'assigned') return;
        const text = i18n.t('app:assigned.given', {
          operatorName: event.operatorName,
          customerName: nameOf(latest.chat),
        });
        const id = `given-${chatId}`;
        if (isOpen) say(text, { id });
        else sayWithUndo(text, open, { id, seconds: SHOWN_FOR });
      }),
    [call, news, navigate, place],
  );
}

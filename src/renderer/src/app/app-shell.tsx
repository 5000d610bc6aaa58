import { Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { later, useLoadAhead, useWhenIdle } from '#renderer/components/later.tsx';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { useMe } from '#renderer/rpc/use-operators.ts';
import { CatchUpLine } from './catch-up-line.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { NobodyOnlineLine } from './hours-lines.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import { openSearch } from './open-search.ts';
import { openTestCustomer } from './open-test-customer.ts';
import { rememberPlace } from './place.ts';
import { Rail } from './rail.tsx';
import { useAssignedNotice } from './use-assigned-notice.ts';
import { useDesktopPlaces, useSpokenLanguage } from './use-desktop-signals.ts';
import { useWaitingBell } from './use-waiting-bell.ts';

const SettingsScreen = later(
  async () => (await import('#renderer/features/settings/settings-screen.tsx')).SettingsScreen,
);

const ReachNotices = later(
  async () => (await import('#renderer/features/settings/connection/reach-notices.tsx')).ReachNotices,
);

const ShortcutSheet = later(async () => (await import('#renderer/features/commands/shortcut-sheet.tsx')).ShortcutSheet);

const JobsLine = later(async () => (await import('./jobs-line.tsx')).JobsLine);

const CommandPalette = later(async () => (await import('./command-palette.tsx')).CommandPalette);

const ReportsScreen = later(async () => (await import('#renderer/features/reports/reports-screen.tsx')).ReportsScreen);

const SearchScreen = later(async () => (await import('#renderer/features/search/search-screen.tsx')).SearchScreen);

const RatingsScreen = later(async () => (await import('#renderer/features/ratings/ratings-screen.tsx')).RatingsScreen);

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
  useWaitingBell();
  useAssignedNotice();
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
            <Route path="/settings/:section?/:detail?">
              <FaultBoundary part="pane">
                <Suspense>
                  <SettingsScreen onOpenTestCustomer={(channelId: string) => openTestCustomer(window, channelId)} />
                </Suspense>
              </FaultBoundary>
            </Route>
            <Route path="/reports">
              <FaultBoundary part="pane">
                <Suspense>
                  <ReportsScreen />
                </Suspense>
              </FaultBoundary>
            </Route>
            <Route path="/search">
              <FaultBoundary part="pane">
                <Suspense>
                  <SearchScreen />
                </Suspense>
              </FaultBoundary>
            </Route>
            <Route path="/ratings">
              <FaultBoundary part="pane">
                <Suspense>
                  <RatingsScreen />
                </Suspense>
              </FaultBoundary>
            </Route>
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

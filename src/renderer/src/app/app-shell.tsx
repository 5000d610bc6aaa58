import { lazy, Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useCommands } from '#renderer/components/use-commands.tsx';
import { ShortcutSheet } from '#renderer/features/commands/shortcut-sheet.tsx';
import { ReachNotices } from '#renderer/features/settings/connection/reach-notices.tsx';
import { useMe } from '#renderer/rpc/use-operators.ts';
import { CatchUpLine } from './catch-up-line.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { InboxScreen } from './inbox-screen.tsx';
import { openTestCustomer } from './open-test-customer.ts';
import { rememberPlace } from './place.ts';
import { Rail } from './rail.tsx';
import { useDesktopPlaces } from './use-desktop-signals.ts';

const SettingsScreen = lazy(async () => ({
  default: (await import('#renderer/features/settings/settings-screen.tsx')).SettingsScreen,
}));

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

const RatingsScreen = lazy(async () => ({ default: (await import('#renderer/features/ratings/ratings-screen.tsx')).RatingsScreen }));

/** The frame of the console: the rail, the screen of the current place, and what is said above all of it. */
export function AppShell() {
  const [place] = useLocation();
  const [sheetOpen, setSheetOpen] = useState(false);
  useEffect(() => rememberPlace(window, place), [place]);
  useDesktopPlaces();
  const [paletteOpen, setPaletteOpen] = useState(false);
  useCommands({ shortcuts: () => setSheetOpen(true), palette: () => setPaletteOpen(true) });
  // Loaded behind what one waits for first, so that no key that is pressed after Ctrl+K is lost.
  const isBegun = useMe().data !== undefined;
  return (
    <div className="flex h-full flex-col">
      <ConnectionBanner />
      <ReachNotices />
      <CatchUpLine />
      <div className="flex min-h-0 flex-1">
        <Rail onShortcuts={() => setSheetOpen(true)} />
        <div className="min-w-0 flex-1">
          <Switch>
            <Route path="/settings/:section?/:detail?">
              <Suspense>
                <SettingsScreen onOpenTestCustomer={(channelId: string) => openTestCustomer(window, channelId)} />
              </Suspense>
            </Route>
            <Route path="/ratings">
              <Suspense>
                <RatingsScreen />
              </Suspense>
            </Route>
            {/* One element for both, so that the list stays as it is while chats are opened. */}
            <Route path={/^\/(?:chat\/(?<chatId>[^/]+))?$/}>{({ chatId }: { readonly chatId?: string }) => <InboxScreen chatId={chatId} />}</Route>
            <Route>
              <Redirect to="/" />
            </Route>
          </Switch>
        </div>
      </div>
      <ShortcutSheet open={sheetOpen} onOpenChange={setSheetOpen} />
      <Suspense>{(isBegun || paletteOpen) && <CommandPalette open={paletteOpen} onOpenChange={setPaletteOpen} />}</Suspense>
    </div>
  );
}

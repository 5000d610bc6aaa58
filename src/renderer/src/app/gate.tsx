import { Suspense, type ReactNode } from 'react';
import { lazy } from '#renderer/components/lazy.tsx';
import { useTranslation } from 'react-i18next';
import { Route, Switch, useRoute } from 'wouter';
import { useInboxView } from '#renderer/features/inbox/inbox-view.ts';
import { useRouteQuery } from '#renderer/rpc/ask.ts';
import { useConnection } from '#renderer/rpc/console-context.tsx';
import { useMay } from '#renderer/rpc/may.ts';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { usePrefetchInbox } from '#renderer/rpc/use-chats.ts';
import type { SeatConnection } from '#shared/contract/desktop.ts';
import { AppShell } from './app-shell.tsx';
import { hashSearch, hasPlace } from './address.tsx';
import { LostSecrets, NotAnswering, NoticeLine } from './notices.tsx';
import { usePlayCustomer } from './play-customer.ts';
import { useDesktopPlaces, useReportUnsent } from './use-desktop-signals.ts';

const SignInScreen = lazy(async () => (await import('#renderer/features/sign-in/sign-in-screen.tsx')).SignInScreen);
const FirstRunScreen = lazy(
  async () => (await import('#renderer/features/first-run/first-run-screen.tsx')).FirstRunScreen,
);
const FirstCheck = lazy(async () => (await import('#renderer/features/settings/connection/findings.tsx')).FirstCheck);
const TestCustomerScreen = lazy(
  async () =>
    (await import('#renderer/features/conversation/test-customer/test-customer-screen.tsx')).TestCustomerScreen,
);
const JoinShopScreen = lazy(async () => (await import('#renderer/features/seat/join-shop-screen.tsx')).JoinShopScreen);
const LostSeatScreen = lazy(async () => (await import('#renderer/features/seat/lost-seat-screen.tsx')).LostSeatScreen);
const ShopBar = lazy(async () => (await import('#renderer/features/seat/shop-bar.tsx')).ShopBar);
const ReplyScreen = lazy(async () => (await import('./reply-screen.tsx')).ReplyScreen);

/** In these nothing can be done at the seat's host. */
const LOST: ReadonlySet<SeatConnection['state']> = new Set(['removed', 'keyLost', 'hostIsNewer']);

/** Decides between sign-in, the console (after its setup), and the windows for the test customer and replies. */
export function Gate({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { signedOut, wasConnected } = useConnection();
  const desktop = useDesktop();
  useDesktopPlaces();
  useReportUnsent();
  const seat = useDesktopStatus().data?.seat;
  const [isJoining] = useRoute('/join/*?');
  const isLost = seat !== undefined && LOST.has(seat.connection.state);
  return (
    <Suspense>
      {desktop !== undefined && isLost && !isJoining ? (
        <WithShops>
          <LostSeatScreen desktop={desktop} seat={seat} />
        </WithShops>
      ) : signedOut && !(isJoining && desktop !== undefined) ? (
        <SignInScreen hasEnded={wasConnected} onSignedIn={onSignedIn} />
      ) : (
        <Switch>
          {/* A function, so that the address is read when the route matches. */}
          <Route path="/test-customer">
            {() => <TestCustomerScreen channelId={hashSearch(window.location.hash).get('channel') ?? ''} />}
          </Route>
          {desktop !== undefined && (
            <Route path="/join/:code?">
              {({ code }) => <JoinShopScreen desktop={desktop} code={code ?? ''} seat={seat} />}
            </Route>
          )}
          <Route path="/reply">
            <ReplyScreen />
          </Route>
          <Route>
            <WithShops>
              <AfterSetup />
            </WithShops>
          </Route>
        </Switch>
      )}
    </Suspense>
  );
}

/** Beside the page, whatever state it is in: the other shops of this app. */
function WithShops({ children }: { readonly children: ReactNode }) {
  const desktop = useDesktop();
  const { seat, seats = [] } = useDesktopStatus().data ?? {};
  const isOne = desktop === undefined || seat === undefined || seats.length < 2;
  return (
    <div className="flex h-full max-phone:flex-col">
      <Suspense>{!isOne && <ShopBar desktop={desktop} seat={seat} seats={seats} />}</Suspense>
      <div className="min-h-0 min-w-0 flex-1">{children}</div>
    </div>
  );
}

function AfterSetup() {
  const { t } = useTranslation('app');
  const setup = useRouteQuery('setup.get', {});
  const playCustomer = usePlayCustomer();
  const isOwner = useMay('owner');
  usePrefetchInbox(useInboxView.getState().filter);
  if (setup.isError && setup.data === undefined) return <NotAnswering onTryAgain={() => void setup.refetch()} />;
  // If the console was shown here before, setup is finished and the frame need not wait for the answer.
  if (setup.data === undefined && !hasPlace(window)) return null;
  // Only owners set up; until one has, operators can already answer.
  const isFirstRun = setup.data?.done === false && isOwner !== false;
  if (isFirstRun && isOwner === undefined) return null;
  return (
    <div className="flex h-full flex-col">
      {setup.data?.databaseIsNewer === true && (
        <NoticeLine title={t('databaseNewer')}>{t('databaseNewerMore')}</NoticeLine>
      )}
      <LostSecrets />
      <div className="min-h-0 flex-1">
        {isFirstRun ? <FirstRunScreen onPlayCustomer={playCustomer} check={<FirstCheck />} /> : <AppShell />}
      </div>
    </div>
  );
}

import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Router, Route, Switch, useRoute } from 'wouter';
import { lazy } from '#renderer/components/lazy.tsx';
import { FaultBoundary, ReloadProvider } from '#renderer/components/fault-boundary.tsx';
import { errorNotifier, notifyError, Toaster } from '#renderer/components/toaster.tsx';
import { CommandsProvider } from '#renderer/state/commands.tsx';
import { i18n, localization } from '#renderer/language/i18n.ts';
import { createUnsentStore, restoreDrafts, useDrafts } from '#renderer/rpc/written.ts';
import { shortened } from '#shared/domain/graphemes.ts';
import { isolated } from '#shared/domain/visible-text.ts';
import type { Returned } from '#renderer/rpc/outbox.ts';
import { useAttachments } from '#renderer/features/conversation/attach/attachments.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { createConsole, type Console } from '#renderer/rpc/console.ts';
import { ConsoleProvider, useConnection } from '#renderer/rpc/console-context.tsx';
import type { Transport } from '#renderer/rpc/transport.ts';
import { useInboxView } from '#renderer/state/inbox-view.ts';
import { useRouteQuery, useMay } from '#renderer/rpc/ask.ts';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { usePrefetchInbox } from '#renderer/rpc/use-chats.ts';
import type { SeatConnection } from '#shared/contract/desktop.ts';
import { AddressProvider, useHashPath, hasRememberedPath, useOpenChatPage } from './address.tsx';
import { AppShell } from './app-shell.tsx';
import { LostSecrets, NotAnswering, NoticeLine, SilentBots } from '#renderer/features/notices/notices.tsx';
import { useDesktopNavigation, useEnding } from './use-desktop-signals.ts';

const JoinScreen = lazy(async () => (await import('#renderer/features/join/join-screen.tsx')).JoinScreen);

/** Path of the invitation page. */
const JOIN_PATH = '/join';

/** The whole console over one transport. A new sign-in starts with an empty cache. */
export function App({ transport }: { readonly transport: Transport }) {
  // Changing the language rerenders everything, including dates and numbers without a text.
  useTranslation();
  const [others] = useState(() => new BroadcastChannel('counterbell.returned'));
  const open = (): Console =>
    createConsole({
      transport,
      device: createUnsentStore(window),
      locks: navigator.locks,
      onReturned: (returned) => showReturned(returned, others),
      onErased: useDrafts.getState().forget,
      onOwner: (owner) => {
        useDrafts.getState().switchTo(owner);
        useAttachments.getState().switchTo(owner);
      },
    });
  const [console, setConsole] = useState(open);
  useEffect(() => {
    const show = ({ data }: MessageEvent<readonly [string, string]>): void => notifyError(...data);
    others.addEventListener('message', show);
    return () => others.removeEventListener('message', show);
  }, [others]);
  const reload = useCallback(() => console.queryClient.invalidateQueries(), [console]);
  return (
    <FaultBoundary part="window">
      <PartsProvider>
        {window.location.pathname === JOIN_PATH ? (
          <JoinScreen page={window} />
        ) : (
          <ConsoleProvider console={console}>
            <ReloadProvider value={reload}>
              <AddressProvider>
                <Router hook={useHashPath}>
                  <Gate onSignedIn={() => setConsole(open())} />
                </Router>
              </AddressProvider>
            </ReloadProvider>
          </ConsoleProvider>
        )}
      </PartsProvider>
    </FaultBoundary>
  );
}

/** Puts what was not sent back in the text field; says why not, and which, if the operator may be elsewhere by now. */
function showReturned({ outgoing, reason, hadWaited }: Returned, others: BroadcastChannel): void {
  const isMissing = reason instanceof ContractError && reason.code === 'not_found';
  if (!isMissing) restoreDrafts(outgoing);
  const [first] = outgoing;
  if (reason === undefined || first === undefined) return;
  const { isNote, text } = first;
  const words =
    hadWaited || isMissing
      ? i18n.t(isMissing ? 'conversation:outbox.chatGone' : 'conversation:outbox.returned', { text: firstWords(text) })
      : i18n.t(isNote ? 'conversation:notes.notAdded' : 'conversation:composer.notSent');
  errorNotifier(words)(reason);
  // The window that sent it may not be the one in front.
  if (hadWaited) others.postMessage([words, reason.message]);
}

/** Signs of a text that remind of it. */
const REMINDER_LENGTH = 40;

function firstWords(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return isolated(shortened(line, REMINDER_LENGTH));
}

/** Context of all parts, once per window: no style elements (CSP), text direction, tooltips, toasts, commands. */
function PartsProvider({ children }: { readonly children: ReactNode }) {
  useTranslation();
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={localization.language().dir ?? 'ltr'}>
        <Tooltip.Provider delay={500}>
          <CommandsProvider>{children}</CommandsProvider>
          <Toaster />
        </Tooltip.Provider>
      </DirectionProvider>
    </CSPProvider>
  );
}

const SignInScreen = lazy(async () => (await import('#renderer/features/sign-in/sign-in-screen.tsx')).SignInScreen);
const FirstRunScreen = lazy(
  async () => (await import('#renderer/features/first-run/first-run-screen.tsx')).FirstRunScreen,
);
const JoinShopScreen = lazy(async () => (await import('#renderer/features/seat/join-shop-screen.tsx')).JoinShopScreen);
const LostSeatScreen = lazy(async () => (await import('#renderer/features/seat/lost-seat-screen.tsx')).LostSeatScreen);
const ComputerUpdates = lazy(
  async () => (await import('#renderer/features/settings/computer/computer-section.tsx')).ComputerUpdates,
);
const ReplyScreen = lazy(async () => (await import('./reply-screen.tsx')).ReplyScreen);

/** States in which nothing can be done at the seat's host. */
const LOST: ReadonlySet<SeatConnection['state']> = new Set(['removed', 'keyLost', 'hostIsNewer']);

/** Decides between sign-in, the console (after its setup), and the window for replies. */
function Gate({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { signedOut, wasConnected } = useConnection();
  const desktop = useDesktop();
  useDesktopNavigation();
  useEnding();
  const status = useDesktopStatus().data;
  const seat = status?.seat;
  const [isJoining] = useRoute('/join/*?');
  const isLost = seat !== undefined && LOST.has(seat.connection.state);
  if (desktop !== undefined && status !== undefined && isLost && !isJoining)
    return <LostSeatScreen desktop={desktop} seat={seat} updates={<ComputerUpdates status={status} />} />;
  if (signedOut && !(isJoining && desktop !== undefined))
    return <SignInScreen hasEnded={wasConnected} onSignedIn={onSignedIn} />;
  return (
    <Switch>
      {desktop !== undefined && (
        <Route path="/join/:code?">
          {({ code }) => <JoinShopScreen key={code} desktop={desktop} code={code ?? ''} seat={seat} />}
        </Route>
      )}
      <Route path="/reply">
        <ReplyScreen />
      </Route>
      <Route>
        <AfterSetup />
      </Route>
    </Switch>
  );
}

function AfterSetup() {
  const { t } = useTranslation('app');
  const setup = useRouteQuery('setup.get', {});
  const openChatPage = useOpenChatPage();
  const isOwner = useMay('owner');
  const isSeat = useDesktopStatus().data?.seat !== undefined;
  usePrefetchInbox(useInboxView.getState().filter);
  const hasFailed = setup.isError && setup.data === undefined;
  // A seat's frame says why its host is away, and leads to where the shop can be left.
  if (hasFailed && !isSeat) return <NotAnswering onTryAgain={() => void setup.refetch()} />;
  // If the console was shown here before, setup is finished and the frame need not wait for the answer.
  if (setup.data === undefined && !hasFailed && !hasRememberedPath(window)) return null;
  // Only owners set up; until one has, operators can already answer.
  const isFirstRun = setup.data?.done === false && isOwner !== false;
  if (isFirstRun && isOwner === undefined) return null;
  return (
    <div className="flex h-full flex-col">
      {setup.data?.databaseIsNewer === true && (
        <NoticeLine title={t('databaseNewer')}>{t('databaseNewerMore')}</NoticeLine>
      )}
      <LostSecrets />
      <SilentBots />
      <div className="min-h-0 flex-1">
        {isFirstRun ? <FirstRunScreen onOpenChatPage={openChatPage} /> : <AppShell />}
      </div>
    </div>
  );
}

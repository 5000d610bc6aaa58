import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Router } from 'wouter';
import { lazy } from '#renderer/components/lazy.tsx';
import { FaultBoundary, ReloadProvider } from '#renderer/components/fault-boundary.tsx';
import { errorNotifier, notifyError, Toaster } from '#renderer/components/toaster.tsx';
import { CommandsProvider } from '#renderer/components/use-commands.tsx';
import { i18n, localization } from '#renderer/language/i18n.ts';
import { createUnsentStore, restoreDrafts, useDrafts } from '#renderer/rpc/written.ts';
import type { Returned } from '#renderer/rpc/outbox.ts';
import { useAttachments } from '#renderer/features/conversation/attach/attachments.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { createConsole, type Console } from '#renderer/rpc/console.ts';
import { ConsoleProvider } from '#renderer/rpc/console-context.tsx';
import type { Transport } from '#renderer/rpc/transport.ts';
import { Gate } from './gate.tsx';
import { AddressProvider, useHashPath } from './address.tsx';

const JoinScreen = lazy(async () => (await import('#renderer/features/join/join-screen.tsx')).JoinScreen);

/** Where the page of an invitation is served. */
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
          <Suspense>
            <JoinScreen page={window} />
          </Suspense>
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

/** What was not sent is in the text field again; why not is said, and which, if the operator may be elsewhere by now. */
function showReturned({ outgoing, reason, hadWaited }: Returned, others: BroadcastChannel): void {
  const isGone = reason instanceof ContractError && reason.code === 'not_found';
  if (!isGone) restoreDrafts(outgoing);
  const [first] = outgoing;
  if (reason === undefined || first === undefined) return;
  const { isNote, text } = first;
  const words =
    hadWaited || isGone
      ? i18n.t(isGone ? 'conversation:outbox.chatGone' : 'conversation:outbox.returned', { text: firstWords(text) })
      : i18n.t(isNote ? 'conversation:notes.notAdded' : 'conversation:composer.notSent');
  errorNotifier(words)(reason);
  // The window that sent it may not be the one in front.
  if (hadWaited) others.postMessage([words, reason.message]);
}

/** Characters of a text that remind of it. */
const REMINDER_LENGTH = 40;

function firstWords(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  // Isolated, so that its direction changes nothing around it.
  return `\u2068${line.length > REMINDER_LENGTH ? `${line.slice(0, REMINDER_LENGTH).toWellFormed()}…` : line}\u2069`;
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

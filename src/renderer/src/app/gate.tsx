import { Suspense, useEffect } from 'react';
import { lazy } from '#renderer/components/lazy.tsx';
import { Route, Switch } from 'wouter';
import { useInboxView } from '#renderer/features/inbox/inbox-view.ts';
import { askAhead } from '#renderer/rpc/ask-ahead.ts';
import { useConnection, useConsole } from '#renderer/rpc/console-context.tsx';
import { useSetup } from '#renderer/rpc/use-setup.ts';
import { AppShell } from './app-shell.tsx';
import { NotAnswering } from './connection-banner.tsx';
import { hashSearch } from './hash-path.tsx';
import { LostSecrets } from './lost-secrets.tsx';
import { openTestCustomer } from './open-test-customer.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { NoticeLine } from './notice-line.tsx';

type Notice = RouteOutput<'setup.get'>['notices'][number];

const SignInScreen = lazy(async () => (await import('#renderer/features/sign-in/sign-in-screen.tsx')).SignInScreen);
const FirstRunScreen = lazy(
  async () => (await import('#renderer/features/first-run/first-run-screen.tsx')).FirstRunScreen,
);
const FirstCheck = lazy(
  async () => (await import('#renderer/features/settings/connection/first-check.tsx')).FirstCheck,
);
const TestCustomerScreen = lazy(
  async () =>
    (await import('#renderer/features/conversation/test-customer/test-customer-screen.tsx')).TestCustomerScreen,
);
const ReplyScreen = lazy(async () => (await import('./reply-screen.tsx')).ReplyScreen);

/** What stands before the console: sign-in, the first run; and the windows that are none of it: the test customer's, and the small one for replies. */
export function Gate({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { signedOut } = useConnection();
  return (
    <Suspense>
      {signedOut ? (
        <SignInScreen onSignedIn={onSignedIn} />
      ) : (
        <Switch>
          {/* A function, so that the address is read when the route is entered. */}
          <Route path="/test-customer">
            {() => <TestCustomerScreen channelId={hashSearch(window.location.hash).get('channel') ?? ''} />}
          </Route>
          <Route path="/reply">
            <ReplyScreen />
          </Route>
          <Route>
            <AfterSetup />
          </Route>
        </Switch>
      )}
    </Suspense>
  );
}

function AfterSetup() {
  const setup = useSetup();
  const console = useConsole();
  useEffect(() => askAhead(console, useInboxView.getState().filter), [console]);
  if (setup.data === undefined) {
    return setup.isError ? <NotAnswering onTryAgain={() => void setup.refetch()} /> : null;
  }
  return (
    <div className="flex h-full flex-col">
      <StartNotices notices={setup.data.notices} />
      <LostSecrets />
      <div className="min-h-0 flex-1">
        {setup.data.done ? (
          <AppShell />
        ) : (
          <FirstRunScreen
            onOpenTestCustomer={(channelId: string) => openTestCustomer(window, channelId)}
            check={<FirstCheck />}
          />
        )}
      </div>
    </div>
  );
}

/** What went wrong when the engine started; stands above everything until a start without it. */
function StartNotices({ notices }: { readonly notices: readonly Notice[] }) {
  return notices.map((notice) => {
    const [title, more] = noticeText(notice);
    return (
      <NoticeLine key={notice.kind} title={title}>
        {more}
      </NoticeLine>
    );
  });
}

function noticeText({ kind, detail }: Notice): readonly [title: string, more: string] {
  switch (kind) {
    case 'settings_set_aside':
      return [i18n.t('app:settingsSetAside'), i18n.t('app:settingsSetAsideMore', { place: detail })];
    case 'database_newer':
      return [i18n.t('app:databaseNewer'), i18n.t('app:databaseNewerMore')];
  }
}

import type { Page } from '@playwright/test';
import type {
  MissedActivity,
  DesktopBridge,
  DesktopCallName,
  DesktopInput,
  DesktopEvents,
  DesktopOutput,
  DesktopPreferencesChange,
  DesktopStatus,
  NotificationTest,
} from '#shared/contract/desktop.ts';
import type { Answer } from '#shared/contract/errors.ts';
import type { EventFrame } from '#shared/contract/events.ts';

/** A simulated computer for the real page. */
export interface PretendedComputer {
  readonly status: DesktopStatus;
  readonly test: NotificationTest;
  /** the console's origin: `http://127.0.0.1:8788` */
  readonly console: string;
}

/** Controls and records of the simulated desktop. */
export interface PretendedShell {
  readonly changes: DesktopPreferencesChange[];
  /** the page's requests, with their arguments */
  readonly asked: string[];
  /** whether the app refuses changes from now on */
  readonly refuse: (refuses: boolean) => void;
  readonly setStatus: (change: Partial<DesktopStatus>) => void;
  readonly setTest: (test: NotificationTest) => void;
  readonly catchUp: (catchUp: MissedActivity) => void;
  readonly navigate: (path: string) => void;
  /** whether the page can go now: its window was closed to the tray a while ago */
  readonly mayEnd: () => boolean;
}

declare global {
  /** in the page */
  var pretendedShell: PretendedShell;
}

/** Gives the page a desktop bridge before it loads: the engine behind it is real, the computer isn't. */
export async function pretendDesktop(page: Page, computer: PretendedComputer): Promise<void> {
  await page.addInitScript(install, computer);
}

/** Runs in the page, so it can't use anything from here. */
function install({ status: given, test: givenTest, console }: PretendedComputer): void {
  let status = given;
  let test = givenTest;
  let refuses = false;
  const changes: DesktopPreferencesChange[] = [];
  const asked: string[] = [];
  const listeners: { readonly [N in keyof DesktopEvents]: Set<(told: DesktopEvents[N]) => void> } = {
    status: new Set(),
    navigate: new Set(),
    ring: new Set(),
    catchUp: new Set(),
    mayEnd: new Set(),
  };
  const tell = <N extends keyof DesktopEvents>(name: N, told: DesktopEvents[N]): void => {
    for (const listener of listeners[name]) listener(told);
  };
  const note = (what: string): Promise<void> => {
    asked.push(what);
    return Promise.resolve();
  };
  const change = (wanted: DesktopPreferencesChange): Promise<DesktopStatus> => {
    if (refuses) return Promise.reject(new Error('the disk is full'));
    changes.push(wanted);
    const { preferences } = status;
    const notifications = { ...preferences.notifications, ...wanted.notifications };
    status = { ...status, preferences: { ...preferences, ...wanted, notifications } };
    return Promise.resolve(status);
  };
  const calls: { readonly [N in DesktopCallName]: (input: DesktopInput<N>) => Promise<DesktopOutput<N>> } = {
    status: () => Promise.resolve(status),
    change,
    testNotification: () => Promise.resolve(test),
    openSystemSettings: (which) => note(`system settings: ${which}`),
    diagnostics: () => Promise.resolve('Counterbell diagnostics'),
    checkForUpdates: async () => {
      await note('check for updates');
      status = { ...status, update: { state: 'ready', version: '9.9.0', notes: '<b>Quicker</b>\n- and calmer' } };
      return status;
    },
    reading: (chatId) => note(`reading ${chatId ?? 'nothing'}`),
    openChat: (chatId) => note(`open chat ${chatId}`),
    closeReplyWindow: () => note('close'),
    endPage: () => note('end'),
    useMicrophone: () => note('microphone'),
    openFile: (url) => note(`open ${url}`).then(() => true),
    showBackup: (name) => note(`show ${name}`).then(() => false),
    lookAtInvitation: () => Promise.reject(new Error('there is no network')),
    join: () => Promise.reject(new Error('there is no network')),
    leaveShop: () => note('leave'),
    readKey: () => note('read key').then(() => false),
  };
  const bridge: DesktopBridge = {
    request: async (route, input) => {
      const response = await fetch(`/rpc/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      return (await response.json()) as Answer;
    },
    subscribe: (onEvents) => {
      const socket = new WebSocket(`${console.replace(/^http/, 'ws')}/events`);
      socket.addEventListener('message', ({ data }) => onEvents(JSON.parse(String(data)) as EventFrame));
      return () => socket.close();
    },
    desktop: {
      call: <N extends DesktopCallName>(name: N, ...[input]: readonly DesktopInput<N>[]) =>
        calls[name](input as DesktopInput<N>),
      on: (name, listener) => {
        listeners[name].add(listener);
        return () => void listeners[name].delete(listener);
      },
    },
  };
  const shell: PretendedShell = {
    changes,
    asked,
    refuse: (next) => (refuses = next),
    setStatus: (next) => {
      status = { ...status, ...next };
      tell('status', undefined);
    },
    setTest: (next) => (test = next),
    catchUp: (happened) => tell('catchUp', happened),
    navigate: (path) => tell('navigate', path),
    mayEnd: () => {
      const before = asked.length;
      tell('mayEnd', undefined);
      return asked.slice(before).includes('end');
    },
  };
  Object.assign(globalThis, { counterbell: bridge, pretendedShell: shell });
}

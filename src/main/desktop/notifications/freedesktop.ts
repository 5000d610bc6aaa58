import type { Logger } from 'pino';
import type { SessionBus, Target } from '../session-bus.ts';
import { t } from '../texts.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { App, Event } from 'electron';
import type { Clock } from '#main/clock/clock.ts';
import { relaunchArguments } from '../faults.ts';
import { activationArgument } from '../links.ts';
import type { Notice, NotificationPresenter, PresenterOptions, Shown } from './notice.ts';
import { SerialQueue } from '#main/clock/clock.ts';

const SERVICE: Target = {
  name: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
};

/** Values from the specification: "normal" urgency respects do not disturb, "critical" would not. */
const URGENCY_NORMAL = 1;
const DEFAULT_TIMEOUT = -1;
/** The reason for closing "by the user". */
const DISMISSED = 2;

/**
 * Notifications of Linux desktops, by the Desktop Notifications Specification. Electron's own cannot replace a shown
 * one and have no buttons there.
 */
export function createFreedesktopPresenter({
  onUse,
  bus: connecting,
  applicationName,
  beep,
  log,
}: PresenterOptions & {
  /** undefined: the session has no bus, so nothing shows notifications */
  readonly bus: Promise<SessionBus | undefined>;
  readonly applicationName: string;
  /** for services that play no sounds themselves */
  readonly beep: () => void;
  readonly log: Logger;
}): NotificationPresenter {
  const ids = new Map<string, number>();
  // One at a time: replacing needs the number of the one before.
  const queue = new SerialQueue();
  void queue.run(() => connecting.then((bus) => bus && listenTo(bus, ids, onUse)));

  const show = async (notice: Notice): Promise<Shown> => {
    const bus = await connecting;
    if (bus === undefined)
      return { shown: false, blockedBy: 'unsupported', detail: phrase('errors:computer.notification.noBus') };
    try {
      const offered = new Set((await bus.call(SERVICE, 'GetCapabilities', '')) as readonly string[]);
      const id = await bus.call(
        SERVICE,
        'Notify',
        'susssasa{sv}i',
        applicationName,
        ids.get(notice.key) ?? 0,
        '',
        notice.title,
        offered.has('body-markup') ? escaped(notice.body) : notice.body,
        buttons(notice, offered),
        [
          ['urgency', ['y', URGENCY_NORMAL]],
          ['category', ['s', 'im.received']],
          ['desktop-entry', ['s', applicationName.toLowerCase()]],
          notice.sound ? ['sound-name', ['s', 'message-new-instant']] : ['suppress-sound', ['b', true]],
        ],
        DEFAULT_TIMEOUT,
      );
      ids.set(notice.key, Number(id));
      if (notice.sound && !offered.has('sound')) beep();
      return { shown: true };
    } catch (error) {
      log.warn({ err: error }, 'a notification could not be shown');
      return { shown: false, blockedBy: 'unsupported', detail: phrase('errors:computer.notification.noService') };
    }
  };
  return {
    show: (notice) => queue.run(() => show(notice)),
    withdraw: (key) => {
      void queue
        .run(async () => {
          const id = ids.get(key);
          ids.delete(key);
          if (id !== undefined) await (await connecting)?.call(SERVICE, 'CloseNotification', 'u', id);
        })
        .catch((error: unknown) => log.warn({ err: error }, 'a notification could not be withdrawn'));
    },
    isSilenced: async () => (await (await connecting)?.property(SERVICE, 'Inhibited')) === true,
    // Once pending withdrawals are done.
    stop: () => queue.run(async () => undefined),
  };
}

/** Alternating keys and labels; `inline-reply` is KDE's reply field. */
function buttons({ answerable }: Notice, offered: ReadonlySet<string>): readonly string[] {
  if (!offered.has('actions')) return [];
  const open = ['default', t('desktop:notifications.open')];
  const answer = offered.has('inline-reply') ? 'inline-reply' : 'answer';
  return answerable ? [...open, answer, t('desktop:notifications.reply')] : open;
}

function listenTo(bus: SessionBus, ids: Map<string, number>, onUse: PresenterOptions['onUse']): void {
  const keyOf = (id: unknown): string | undefined => [...ids].find(([, known]) => known === id)?.[0];
  /** arrives just before the action */
  let token: { readonly id: unknown; readonly text: string } | undefined;
  bus.onSignal(SERVICE, 'ActivationToken', (id, text) => {
    token = { id, text: String(text) };
  });
  /** just used, so closing it is not a dismissal */
  const used = new Set<unknown>();
  bus.onSignal(SERVICE, 'ActionInvoked', (id, action) => {
    const key = keyOf(id);
    used.add(id);
    const activation = token?.id === id ? { activationToken: token?.text } : {};
    token = undefined;
    if (key !== undefined) onUse(key, { kind: action === 'answer' ? 'answer' : 'open', ...activation });
  });
  bus.onSignal(SERVICE, 'NotificationReplied', (id, text) => {
    const key = keyOf(id);
    used.add(id);
    if (key !== undefined) onUse(key, { kind: 'reply', text: String(text) });
  });
  bus.onSignal(SERVICE, 'NotificationClosed', (id, why) => {
    const key = keyOf(id);
    const isDismissed = why === DISMISSED && !used.delete(id);
    if (key === undefined) return;
    ids.delete(key);
    if (isDismissed) onUse(key, { kind: 'dismiss' });
  });
  // A new service does not know the numbers of the one before.
  bus.onOwner(SERVICE.name, () => ids.clear());
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Milliseconds until a window opens without its token. */
const TOKEN_TIMEOUT = 2000;

interface ActivationOptions {
  readonly app: Pick<App, 'on' | 'off'>;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  /** starts the program again */
  readonly start: (args: readonly string[], env: NodeJS.ProcessEnv) => void;
}

/**
 * On Wayland a window comes to the front only with a token from a notification. Electron reads one from the environment
 * of a start, even a second one, which passes it to the first; so this makes such a start. Resolves when the token is
 * there for the next window to focus, or will not come.
 */
export async function takeActivationToken(
  token: string | undefined,
  { app, clock, env, start }: ActivationOptions,
): Promise<void> {
  if (token === undefined || token === '' || env['XDG_SESSION_TYPE'] !== 'wayland') return;
  const argument = activationArgument + randomUUID();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      app.off('second-instance', onSecondInstance);
      cancelTimeout();
      resolve();
    };
    const onSecondInstance = (_event: Event, argv: readonly string[]): void => {
      if (argv.includes(argument)) end();
    };
    const cancelTimeout = clock.after(TOKEN_TIMEOUT, end);
    app.on('second-instance', onSecondInstance);
    start([argument], { ...env, XDG_ACTIVATION_TOKEN: token });
  });
}

/** Starts the running program again. */
export function startAnotherInstance(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const program = spawn(process.execPath, [...relaunchArguments(process.argv), ...args], {
    env,
    stdio: 'ignore',
    detached: true,
  });
  // The window then opens without the token.
  program.on('error', () => undefined);
  program.unref();
}

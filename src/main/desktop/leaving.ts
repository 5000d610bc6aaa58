import type { MessageBoxOptions } from 'electron';
import type { Logger } from 'pino';
import type { Chat } from '#shared/domain/entities.ts';
import { hasSeen } from '#shared/domain/needs-person.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { OwnEngine } from './ask-engine.ts';
import { chatPath } from './links.ts';
import { customerName } from './notifications/notice-text.ts';
import { locale, t } from './texts.ts';

/** Milliseconds quitting waits at most for those who are writing; then the owner is asked again. */
const WAIT_LIMIT = 5 * 60_000;

export interface ColleagueGuardOptions extends OwnEngine {
  /** operators connected from elsewhere */
  readonly connected: () => readonly string[];
  /** asks the user; resolves to the number of the button */
  readonly askPerson: (box: MessageBoxOptions) => Promise<{ readonly response: number }>;
  readonly clock: Pick<Clock, 'after'>;
}

/** Asks the owner before colleagues are cut off, and waits for those who are writing if the owner wants that. */
export function createColleagueGuard({ ask, bus, connected, askPerson, clock }: ColleagueGuardOptions) {
  let asking: Promise<boolean> | undefined;
  let askAgain: (() => void) | undefined;

  /** Lets the owner decide about those who are connected. */
  const decide = async (): Promise<'stay' | 'wait' | 'quit'> => {
    const ids = connected();
    if (ids.length === 0) return 'quit';
    const [{ operators }, { chats }] = await Promise.all([ask('operators.list', {}), ask('chats.attention', {})]);
    const namesOf = (some: readonly string[]): string =>
      new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
        operators.filter(({ id }) => some.includes(id)).map(({ name }) => name),
      );
    const typing = [...new Set(chats.flatMap((chat) => chat.typing))];
    const cutOff = t('desktop:colleagues.detail');
    const choices = typing.length === 0 ? (['stay', 'quit'] as const) : (['stay', 'wait', 'quit'] as const);
    const { response } = await askPerson({
      type: 'warning',
      title: 'Counterbell',
      message: t('desktop:colleagues.connected', { count: ids.length, names: namesOf(ids) }),
      detail:
        typing.length === 0
          ? cutOff
          : `${t('desktop:colleagues.typing', { count: typing.length, names: namesOf(typing) })} ${cutOff}`,
      buttons: choices.map((choice) => t(`desktop:colleagues.${choice}`)),
      defaultId: 0,
      cancelId: 0,
    });
    return choices[response] ?? 'stay';
  };
  /** Resolves to whether nobody is writing any more; false: the limit, or another attempt to quit, came first. */
  const nobodyTypes = (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const check = (): void =>
      void ask('chats.attention', {}).then(
        ({ chats }) => chats.every(({ typing }) => typing.length === 0) && resolve(true),
        () => resolve(true),
      );
    askAgain = () => resolve(false);
    const cancelTimer = clock.after(WAIT_LIMIT, () => resolve(false));
    const stop = bus.on('chat.attention', check);
    check();
    return promise.finally(() => {
      askAgain = undefined;
      cancelTimer();
      stop();
    });
  };
  const mayCutOff = async (): Promise<boolean> => {
    for (;;) {
      const decision = await decide();
      if (decision !== 'wait') return decision === 'quit';
      if (await nobodyTypes()) return true;
    }
  };

  return {
    /** Decides on quitting; synchronous if nobody is connected. Called again while it waits, it asks the owner. */
    mayLeave: (): true | Promise<boolean> => {
      if (asking === undefined && connected().length === 0) return true;
      askAgain?.();
      // An engine that no longer answers keeps nobody from quitting.
      asking ??= mayCutOff()
        .catch(() => true)
        .finally(() => (asking = undefined));
      return asking;
    },
  };
}

/** Most chats requested at the start. */
const MAX_CHATS = 100;

export interface FailureGuardOptions extends OwnEngine {
  readonly operatorId: string;
  /** asks the user; resolves to the number of the button */
  readonly askPerson: (box: MessageBoxOptions) => Promise<{ readonly response: number }>;
  /** opens the console on this page */
  readonly show: (path: string) => void;
  readonly log: Logger;
}

/** Warns the user about undelivered replies of theirs before the last window closes. */
export function createFailureGuard({ ask, bus, operatorId, askPerson, show, log }: FailureGuardOptions) {
  /** unseen failures of this operator's replies, by chat ID */
  const unseen = new Map<string, Chat>();
  /** failures already warned about */
  const shown = new Set<string>();
  let asking: Promise<boolean> | undefined;

  const track = (chat: Chat): void => {
    if (chat.hasFailed && chat.operatorId === operatorId && !hasSeen(chat, operatorId)) {
      unseen.set(chat.id, chat);
      return;
    }
    unseen.delete(chat.id);
    shown.delete(chat.id);
  };
  const load = (): void => {
    ask('chats.list', { filter: 'failed', limit: MAX_CHATS }).then(
      ({ chats }) => {
        for (const id of unseen.keys()) if (!chats.some((chat) => chat.id === id)) unseen.delete(id);
        chats.forEach(track);
      },
      (error: unknown) => log.warn({ err: error }, 'replies that were not delivered could not be asked for'),
    );
  };
  const stops = [
    bus.on('message.added', ({ chat }) => track(chat)),
    bus.on('chat.changed', ({ chat }) => track(chat)),
    bus.on('chats.changed', load),
    bus.on('customers.erased', ({ chatIds }) => chatIds.forEach((id) => unseen.delete(id))),
  ];
  load();

  return {
    /** decides whether the window or app may close. Synchronous if nothing to warn of */
    mayLeave: (why: 'close' | 'quit'): true | Promise<boolean> => {
      if (asking !== undefined) return asking;
      const chats = [...unseen.values()].filter(({ id }) => !shown.has(id));
      const [first] = chats;
      if (first === undefined) return true;
      const count = chats.length;
      asking = askPerson({
        type: 'warning',
        title: 'Counterbell',
        message:
          count === 1
            ? t('desktop:unseenFailure.one', { name: customerName(first) })
            : t('desktop:unseenFailure.several', { count }),
        detail: t('desktop:unseenFailure.detail', { count }),
        buttons: [t('desktop:unseenFailure.show'), t(`desktop:unseenFailure.${why}`)],
        defaultId: 0,
        cancelId: 0,
      })
        .then(({ response }) => {
          for (const { id } of chats) shown.add(id);
          if (response === 0) show(chatPath(first.id));
          return response !== 0;
        })
        .finally(() => (asking = undefined));
      return asking;
    },
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
}

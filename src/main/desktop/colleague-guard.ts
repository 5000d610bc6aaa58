import type { MessageBoxOptions } from 'electron';
import type { Clock } from '#main/clock/clock.ts';
import type { OwnEngine } from './ask-engine.ts';
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

/** What the owner decided about those who are connected. */
type Decision = 'stay' | 'wait' | 'quit';

/** Asks the owner before colleagues are cut off, and waits for those who are writing if the owner wants that. */
export function createColleagueGuard({ ask, bus, connected, askPerson, clock }: ColleagueGuardOptions) {
  let asking: Promise<boolean> | undefined;
  let askAgain: (() => void) | undefined;

  const decide = async (): Promise<Decision> => {
    const ids = connected();
    if (ids.length === 0) return 'quit';
    const [{ operators }, { chats }] = await Promise.all([ask('operators.list', {}), ask('chats.attention', {})]);
    const namesOf = (some: readonly string[]): string =>
      new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
        operators.filter(({ id }) => some.includes(id)).map(({ name }) => name),
      );
    const typing = [...new Set(chats.flatMap((chat) => chat.typing))];
    const cutOff = t('desktop:colleagues.detail');
    const choices: readonly { readonly label: string; readonly decision: Decision }[] = [
      { label: t('desktop:colleagues.stay'), decision: 'stay' },
      ...(typing.length === 0 ? [] : [{ label: t('desktop:colleagues.wait'), decision: 'wait' } as const]),
      { label: t('desktop:colleagues.quit'), decision: 'quit' },
    ];
    const { response } = await askPerson({
      type: 'warning',
      title: 'Counterbell',
      message: t('desktop:colleagues.connected', { count: ids.length, names: namesOf(ids) }),
      detail:
        typing.length === 0
          ? cutOff
          : `${t('desktop:colleagues.typing', { count: typing.length, names: namesOf(typing) })} ${cutOff}`,
      buttons: choices.map(({ label }) => label),
      defaultId: 0,
      cancelId: 0,
    });
    return choices[response]?.decision ?? 'stay';
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
    /** Whether the app may quit; synchronous if nobody is connected. Asked again while it waits, it asks the owner. */
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

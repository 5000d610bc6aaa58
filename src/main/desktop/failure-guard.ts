import type { MessageBoxOptions } from 'electron';
import type { Logger } from 'pino';
import type { Chat } from '#shared/domain/entities.ts';
import { hasSeen } from '#shared/domain/needs-person.ts';
import type { OwnEngine } from './ask-engine.ts';
import { chatPlace } from './links.ts';
import { customerName } from './notifications/notice-text.ts';
import { t } from './speech.ts';

/** Most chats that are asked for at the start. */
const MOST = 100;

export interface FailureGuardOptions extends OwnEngine {
  readonly operatorId: string;
  /** asks the person; resolves with the number of the button */
  readonly askPerson: (box: MessageBoxOptions) => Promise<{ readonly response: number }>;
  /** shows the console at this place */
  readonly show: (place: string) => void;
  readonly log: Logger;
}

/** Nobody closes the last window onto a reply of theirs that was not delivered without having been told. */
export function createFailureGuard({ ask, bus, operatorId, askPerson, show, log }: FailureGuardOptions) {
  /** where a reply of this operator failed that they have not looked at, by the chat's id */
  const unseen = new Map<string, Chat>();
  /** of these they have been told */
  const shown = new Set<string>();
  let asking: Promise<boolean> | undefined;

  const see = (chat: Chat): void => {
    if (chat.hasFailed && chat.operatorId === operatorId && !hasSeen(chat, operatorId)) {
      unseen.set(chat.id, chat);
      return;
    }
    unseen.delete(chat.id);
    shown.delete(chat.id);
  };
  const load = (): void => {
    ask('chats.list', { filter: 'failed', limit: MOST }).then(
      ({ chats }) => {
        const known = [...unseen.keys()].filter((id) => !chats.some((chat) => chat.id === id));
        for (const id of known) unseen.delete(id);
        chats.forEach(see);
      },
      (error: unknown) => log.warn({ err: error }, 'replies that were not delivered could not be asked for'),
    );
  };
  const stops = [
    bus.on('message.added', ({ chat }) => see(chat)),
    bus.on('chat.changed', ({ chat }) => see(chat)),
    bus.on('chats.changed', load),
    bus.on('customers.erased', ({ chatIds }) => chatIds.forEach((id) => unseen.delete(id))),
  ];
  load();

  const notShown = (): readonly Chat[] => [...unseen.values()].filter(({ id }) => !shown.has(id));
  const tell = async (chats: readonly Chat[], leave: string): Promise<boolean> => {
    const [first] = chats;
    if (first === undefined) return true;
    const { response } = await askPerson({
      type: 'warning',
      title: 'Counterbell',
      message:
        chats.length === 1
          ? t('desktop:unseenFailure.one', { name: customerName(first) })
          : t('desktop:unseenFailure.several', { count: chats.length }),
      detail: t('desktop:unseenFailure.detail', { count: chats.length }),
      buttons: [t('desktop:unseenFailure.show'), leave],
      defaultId: 0,
      cancelId: 0,
    });
    for (const { id } of chats) shown.add(id);
    if (response === 0) show(chatPlace(first.id));
    return response !== 0;
  };

  return {
    /** whether the window may go, or the app; `leave` is what its button says. At once, where there is nothing to tell. */
    mayLeave: (why: 'close' | 'quit'): true | Promise<boolean> => {
      if (asking !== undefined) return asking;
      const chats = notShown();
      if (chats.length === 0) return true;
      asking = tell(chats, t(`desktop:unseenFailure.${why}`)).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
}

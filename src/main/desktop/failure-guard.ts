import type { MessageBoxOptions } from 'electron';
import type { Logger } from 'pino';
import type { Chat } from '#shared/domain/entities.ts';
import { hasSeen } from '#shared/domain/needs-person.ts';
import type { OwnEngine } from './ask-engine.ts';
import { chatPlace } from './links.ts';
import { customerName } from './notifications/notice-text.ts';
import { t } from './texts.ts';

/** Most chats requested at the start. */
const MAX_CHATS = 100;

export interface FailureGuardOptions extends OwnEngine {
  readonly operatorId: string;
  /** asks the user; resolves to the number of the button */
  readonly askPerson: (box: MessageBoxOptions) => Promise<{ readonly response: number }>;
  /** opens the console on this page */
  readonly show: (place: string) => void;
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
        const known = [...unseen.keys()].filter((id) => !chats.some((chat) => chat.id === id));
        for (const id of known) unseen.delete(id);
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

  const unshownChats = (): readonly Chat[] => [...unseen.values()].filter(({ id }) => !shown.has(id));
  const confirmLeaving = async (chats: readonly Chat[], leave: string): Promise<boolean> => {
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
    /** whether the window or app may close; `leave` is its button's label. Synchronous if nothing to warn of */
    mayLeave: (why: 'close' | 'quit'): true | Promise<boolean> => {
      if (asking !== undefined) return asking;
      const chats = unshownChats();
      if (chats.length === 0) return true;
      asking = confirmLeaving(chats, t(`desktop:unseenFailure.${why}`)).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
}

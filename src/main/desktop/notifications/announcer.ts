import { randomUUID } from 'node:crypto';
import { undefinedIfGone } from '#shared/contract/errors.ts';
import { chatPath, CONNECTION_PATH } from '../links.ts';
import { createCalls, noticeKey, chatOfKey } from './calls.ts';
import { customerName } from './notice-text.ts';
import { oneLine } from '#shared/locales/call-texts.ts';
import { t } from '../texts.ts';
import { isHeld, isQuiet } from '#shared/domain/quiet-hours.ts';
import { keepLoaded } from '../ask-engine.ts';
import { watchReach, createReachNotices, isReachKey } from './reach.ts';
import type { NoticeUse } from './notice.ts';
import type { AnnouncerOptions } from './announcing.ts';

/** Most chats requested at the start. */
const MAX_CHATS = 100;

/** Shows notifications for chats and for a broken connection, and handles their use: opening a chat or replying. */
export function announceChats(options: AnnouncerOptions) {
  const { ask, bus, preferences, presenter, clock, log } = options;
  const held = watchHeld(options);
  const calls = createCalls({ ...options, isHeld: held.isHeld });
  const reachNotices = createReachNotices({ presenter, preferences, isQuiet: held.isQuiet, clock, log });

  const reply = async (chatId: string, text: string): Promise<void> => {
    if (text.trim() === '') return options.windows.showReply(chatId);
    try {
      await ask('chats.reply', { chatId, text, clientId: randomUUID() });
      calls.forget(chatId);
    } catch (error) {
      log.warn({ err: error, chatId }, 'a reply from a notification could not be sent');
      await notifyUnsent(chatId, text);
    }
  };
  /** Shows the text again, so that it is not lost. */
  const notifyUnsent = async (chatId: string, text: string): Promise<void> => {
    const name = await ask('chats.get', { chatId }).then(customerName, () => t('desktop:notifications.theCustomer'));
    await presenter.show({
      key: noticeKey(chatId),
      title: t('desktop:notifications.unsent', { name }),
      body: oneLine(text, 500),
      sound: true,
      answerable: true,
    });
  };

  const handleUse = (key: string, use: NoticeUse): void => {
    if (isReachKey(key)) {
      presenter.withdraw(key);
      return options.windows.showConsole(CONNECTION_PATH);
    }
    if (use.kind === 'dismiss') return calls.dismiss(key);
    const chatId = chatOfKey(key);
    if (chatId !== undefined && use.kind === 'reply') return void reply(chatId, use.text);
    const called = calls.take(key);
    if (called === undefined) return options.windows.showConsole();
    if (use.kind === 'answer') options.windows.showReply(called);
    else options.windows.showConsole(chatPath(called));
  };

  /** Loads them at the start, and after changes without an event for each: many at once, or while a host was away. */
  const load = (): Promise<void> =>
    calls.load({
      list: () => ask('chats.list', { filter: 'needsMe', limit: MAX_CHATS }),
      get: (chatId) => ask('chats.get', { chatId }).catch(undefinedIfGone),
    });
  const loadOrLog = (): void =>
    void load().catch((error: unknown) => log.warn({ err: error }, 'who waits could not be announced'));
  const { on } = bus;
  const unsubscribe = [
    on('message.added', calls.hear),
    on('message.changed', ({ message, chat }) => chat && calls.hear({ message, chat })),
    on('chat.changed', ({ chat }) => calls.see(chat)),
    on('chats.changed', loadOrLog),
    on('customers.erased', ({ chatIds }) => chatIds.forEach(calls.forget)),
  ];
  const stopWatching = watchReach({
    ask,
    bus,
    clock,
    use: reachNotices.see,
    failed: (error) => log.warn({ err: error }, 'whether customers get through could not be asked'),
  });
  loadOrLog();

  return {
    /** one of its notifications was used */
    use: handleUse,
    /** the console got the focus */
    watched: calls.clear,
    /** withdraws its notifications */
    stop: (): void => {
      for (const stop of unsubscribe) stop();
      stopWatching();
      held.stop();
      calls.stop();
      reachNotices.stop();
    },
  };
}

/** Knows when nothing may call the operator, by the rule of their other devices (`shared/domain/quiet-hours`). */
function watchHeld({ ask, bus, clock, log }: AnnouncerOptions) {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the quiet hours could not be asked');
  const me = keepLoaded({ bus, clock, routes: ['operators.me'], load: () => ask('operators.me', {}), failed });
  const hours = keepLoaded({ bus, clock, routes: ['hours.get'], load: () => ask('hours.get', {}), failed });
  return {
    isHeld: () => {
      const [own, shop] = [me.current(), hours.current()];
      return own !== undefined && shop !== undefined && isHeld(own, shop, clock.wall());
    },
    /** in their quiet hours: a broken connection is not announced either */
    isQuiet: () => isQuiet(me.current()?.quietHours, clock.wall()),
    stop: (): void => {
      me.stop();
      hours.stop();
    },
  };
}

import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRoute } from 'wouter';
import { ringBell, useBell } from '#renderer/state/bell.ts';
import { closeNotices, onNoticeOpened, showBrowserNotice, useNotices } from '#renderer/state/browser-notices.ts';
import { createPersisted, focusComposer, useLooking, useVisible } from '#renderer/state/page-state.ts';
import { localization } from '#renderer/language/i18n.ts';
import { routeQuery } from '#renderer/rpc/ask.ts';
import type { News } from '#renderer/rpc/live.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useChats } from '#renderer/rpc/use-chats.ts';
import { useHours, useMe } from '#renderer/rpc/use-directory.ts';
import {
  CALL_KINDS,
  type CallNotice,
  type CallState,
  settledKinds,
  unlistedChats,
} from '#shared/domain/call-policy.ts';
import type { CallKind } from '#shared/domain/alerts.ts';
import { startCalls } from '#shared/domain/calls.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { hasSeen } from '#shared/domain/needs-person.ts';
import { isHeld } from '#shared/domain/quiet-hours.ts';
import { createCallTexts } from '#shared/locales/call-texts.ts';

/** Held by each window in use, so that all windows of the browser know. */
const WATCHED_LOCK = 'counterbell.watched';

const PAGE_CLOCK = {
  monotonic: () => performance.now(),
  after: (delay: number, run: () => void) => {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
};

const callTexts = createCallTexts(localization, (message) => message);

/** Manually dismissed notifications; kept on this device, so that a reload does not show them again. */
const useDismissed = createPersisted<Pick<CallState, 'dismissed'>>('dismissed', { dismissed: [] });

/**
 * Calls the operator to chats that need them, following `shared/domain/call-policy`, with the bell and, if permitted,
 * notifications. Only one window per browser calls.
 */
export function BrowserCalls() {
  const [, navigate] = useLocation();
  const chats = useChats('needsMe').data;
  const me = useMe().data;
  const looking = useLooking();
  const [, params] = useRoute('/chat/:chatId');
  const read = looking ? params?.chatId : undefined;
  const hours = useHours().data;
  const { news, visibility } = useConsole();
  const isVisible = useVisible();
  usePush();
  const isRinger = useIsRinger();
  // Tells the other windows of this browser that this one is in use.
  useEffect(() => (looking ? holdLock(WATCHED_LOCK, 'shared', () => undefined) : undefined), [looking]);
  const [unlisted, setUnlisted] = useState<readonly string[]>([]);
  const called = (): ReturnType<WhoIsCalled> => ({
    operatorId: me?.id ?? '',
    isOnHold: !isRinger || (me !== undefined && hours !== undefined && isHeld(me, hours, Date.now())),
  });
  const lastCalled = useRef(called);
  lastCalled.current = called;
  const openChat = (chatId: string): void => {
    window.focus();
    navigate(`/chat/${chatId}`);
    focusComposer(document);
  };
  const [calls] = useState(() => createBrowserCalls(() => lastCalled.current(), openChat, setUnlisted));
  useEffect(() => onNoticeOpened(calls.open), [calls]);
  useEffect(() => visibility.show(isVisible), [visibility, isVisible]);
  useEffect(() => {
    if (chats !== undefined && me !== undefined) calls.seeAll(chats.filter(({ id }) => id !== read));
  }, [calls, chats, me, read]);
  const others = useChatsById(unlisted);
  useEffect(() => {
    if (me === undefined) return;
    for (const [at, { chat, gone }] of others.entries())
      if (gone) calls.forget(unlisted[at] ?? '');
      else if (chat !== undefined && chat.id !== read) calls.see(chat);
  }, [calls, me, others, read, unlisted]);
  const hasHeard = useRef(false);
  useEffect(() => {
    if (me === undefined) return;
    const hear = ({ latest }: News): void => {
      if (latest !== undefined && latest.chat.id !== read) calls.hear(latest);
    };
    // What came while this part was loading.
    if (!hasHeard.current) hear(news.getState());
    hasHeard.current = true;
    return news.subscribe(hear);
  }, [calls, me, news, read]);
  useEffect(() => {
    if (read !== undefined) calls.forget(read);
  }, [calls, read]);
  useEffect(() => {
    if (looking) calls.clear();
  }, [calls, looking]);
  useEffect(() => calls.stop, [calls]);
  const hasUnseen =
    me !== undefined &&
    (chats ?? []).some((chat) => chat.hasFailed && chat.operatorId === me.id && !hasSeen(chat, me.id));
  useEffect(() => {
    if (!hasUnseen) return;
    // The browser asks before the page closes while an undelivered reply has not been seen.
    const ask = (event: Event): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnseen]);
  return null;
}

/** Chats as they are now; `gone`: there is no such chat any more. */
function useChatsById(ids: readonly string[]) {
  const { call } = useConsole();
  return useQueries({
    queries: ids.map((chatId) => routeQuery(call, 'chats.get', { chatId })),
    combine: chatsOf,
  });
}

function chatsOf(results: readonly Pick<UseQueryResult<Chat>, 'data' | 'error'>[]) {
  return results.map(({ data, error }) => ({
    chat: data,
    gone: data === undefined && error instanceof ContractError && error.code === 'not_found',
  }));
}

/** Returns the operator to call, and whether this window may not call now. */
type WhoIsCalled = () => { readonly operatorId: string; readonly isOnHold: boolean };

/** Manages this window's calls; a click on a notification runs `openChat`. `setUnlisted` gets the chats to ask for. */
function createBrowserCalls(
  called: WhoIsCalled,
  openChat: (chatId: string) => void,
  setUnlisted: Dispatch<SetStateAction<readonly string[]>>,
) {
  let listed: readonly Chat[] = [];
  /** functions that close the notifications on screen */
  const shown = new Map<CallKind, () => void>();

  const closeNotification = (kind: CallKind): void => {
    const close = shown.get(kind);
    shown.delete(kind);
    close?.();
  };
  /** also what was pushed before the page was opened */
  const clear = (): void => {
    [...shown.keys()].forEach(closeNotification);
    CALL_KINDS.forEach(closeNotices);
  };
  const calls = startCalls({
    clock: PAGE_CLOCK,
    to: called,
    ...useDismissed.getState(),
    mode: async () => {
      const isWatched = await isAnyWindowWatched();
      return called().isOnHold ? undefined : { isWatched, repeats: true };
    },
    call: ({ notices }) => {
      const { isOn, volume } = useBell.getState();
      if (isOn) ringBell(volume);
      notices.forEach(show);
    },
    onChange: (now, before) => {
      const { dismissed } = now;
      if (dismissed !== before.dismissed) useDismissed.setState({ dismissed });
      const unlisted = unlistedChats(now, listed);
      setUnlisted((known) => (known.join() === unlisted.join() ? known : unlisted));
      const settled = settledKinds(before, now);
      settled.forEach(closeNotification);
      settled.forEach(closeNotices);
    },
  });
  const show = (notice: CallNotice): void => {
    const { alerts, kind, isRepeat } = notice;
    const { withWords } = useNotices.getState();
    const words = callTexts.callText(alerts, { operatorId: called().operatorId, isRepeat, withWords });
    const [first] = alerts;
    if (words === undefined || first === undefined) return;
    closeNotification(kind);
    const close = showBrowserNotice({
      ...words,
      kind,
      chatId: first.chat.id,
      onOpen: () => {
        closeNotification(kind);
        openChat(first.chat.id);
      },
      onDismiss: () => {
        // Closed by us, not dismissed by the operator.
        if (shown.get(kind) !== close) return;
        shown.delete(kind);
        calls.dismiss(notice);
      },
    });
    if (close !== undefined) shown.set(kind, close);
  };
  return {
    open: openChat,
    ...calls,
    /** the chats that need the operator now */
    seeAll: (needing: readonly Chat[]): void => {
      listed = needing;
      calls.seeAll(needing);
    },
    /** closes notifications: the operator is looking at this window */
    clear,
    stop: (): void => {
      calls.stop();
      clear();
    },
  };
}

async function isAnyWindowWatched(): Promise<boolean> {
  if (!('locks' in navigator)) return document.visibilityState === 'visible' && document.hasFocus();
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === WATCHED_LOCK);
}

/** True if this window makes the calls. In browsers without locks, every window does. */
function useIsRinger(): boolean {
  const [isRinger, setIsRinger] = useState(false);
  useEffect(() => holdLock('counterbell.bell', 'exclusive', () => setIsRinger(true)), []);
  return isRinger;
}

/** Acquires a lock among the windows of this browser. Returns how to release it. */
function holdLock(name: string, mode: LockMode, onHeld: () => void): () => void {
  if (!('locks' in navigator)) {
    onHeld();
    return () => undefined;
  }
  const released = new AbortController();
  const held = Promise.withResolvers<void>();
  const hold = (): Promise<void> => {
    onHeld();
    return held.promise;
  };
  navigator.locks.request(name, { mode, signal: released.signal }, hold).catch(() => undefined);
  return () => {
    released.abort();
    held.resolve();
  };
}

/**
 * Keeps the subscription for notifications of the closed browser as this device wishes: browsers and push services end
 * one now and then, and whoever signs in again has a new device.
 */
function usePush(): void {
  const { call } = useConsole();
  const { isOn, withWords, whenClosed } = useNotices();
  // The language of the notifications follows the window's.
  useTranslation();
  const language = localization.language().code;
  useEffect(() => {
    if (!whenClosed) return;
    const keep = async (): Promise<void> => {
      const { canBePushed, subscribePush, unsubscribePush } = await import('#renderer/rpc/push.ts');
      if (!canBePushed()) return;
      const isWanted = isOn && Notification.permission === 'granted';
      await (isWanted ? subscribePush(call, { language, withWords }) : unsubscribePush(call));
    };
    // It is tried again at the next start; until then the open page notifies.
    keep().catch(() => undefined);
  }, [call, isOn, language, whenClosed, withWords]);
}

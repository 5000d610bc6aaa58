/** Milliseconds that the tab with the connection has to answer: a phone may have put it to sleep. */
const ANSWER_TIME = 2000;

export interface TabsOptions<Message> {
  readonly name: string;
  /** each tab has a connection of its own: what they would share is not kept */
  readonly isAlone: boolean;
  /** this tab has the connection now; returns how it gives it up */
  readonly onLead: () => () => void;
  /** another tab has it now: it is to be asked what it shows */
  readonly onFollow: () => void;
  /** from another tab */
  readonly onMessage: (message: Message) => void;
}

/**
 * Tabs of one website elect which of them has the connection: the one with the lock. Where a browser has no locks or
 * channels, or shuts them as it shuts the storage, each tab has its own.
 */
export function joinTabs<Message>({ name, isAlone, onLead, onFollow, onMessage }: TabsOptions<Message>) {
  let channel: BroadcastChannel | undefined;
  let giveUp: (() => void) | undefined;
  let release: (() => void) | undefined;
  let waiting = new AbortController();
  let patience: ReturnType<typeof setTimeout> | undefined;
  let hasLeft = false;

  const lead = (): void => {
    clearTimeout(patience);
    giveUp ??= onLead();
  };
  const follow = (): void => {
    giveUp?.();
    giveUp = undefined;
  };
  const request = (options: LockOptions): void => {
    const { signal } = waiting;
    const held = navigator.locks.request(name, options, () => {
      if (hasLeft) return undefined;
      lead();
      return new Promise<void>((resolve) => (release = resolve));
    });
    held.catch((error: unknown) => {
      if (hasLeft || signal.aborted) return;
      follow();
      // Another tab has taken the lock, or the browser has none for this page.
      if (error instanceof DOMException && error.name === 'AbortError') {
        stand();
        onFollow();
      } else lead();
    });
  };
  const stand = (): void => {
    waiting = new AbortController();
    request({ signal: waiting.signal });
  };
  const join = (): void => {
    hasLeft = false;
    if (isAlone) return lead();
    try {
      channel = new BroadcastChannel(name);
      channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
      stand();
    } catch {
      channel?.close();
      channel = undefined;
      return lead();
    }
    onFollow();
  };
  const leave = (): void => {
    hasLeft = true;
    clearTimeout(patience);
    waiting.abort();
    follow();
    release?.();
    release = undefined;
    channel?.close();
    channel = undefined;
  };
  const ended = new AbortController();
  addEventListener('pagehide', leave, ended);
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted && hasLeft) join();
    },
    ended,
  );
  // The other functions may be called while this one runs.
  queueMicrotask(() => {
    if (!ended.signal.aborted) join();
  });

  const tell = (message: Message): void => channel?.postMessage(message);
  return {
    /** to all other tabs */
    tell,
    /** the same; takes the connection over if no `answered` follows in time */
    ask: (message: Message): void => {
      tell(message);
      clearTimeout(patience);
      patience = setTimeout(() => {
        if (hasLeft || giveUp !== undefined) return;
        waiting.abort();
        waiting = new AbortController();
        request({ steal: true });
      }, ANSWER_TIME);
    },
    answered: (): void => clearTimeout(patience),
    /** for good */
    close: (): void => {
      ended.abort();
      leave();
    },
  };
}

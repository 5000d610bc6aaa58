import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/*
 * What operators have written and the engine does not have yet, kept on this device: drafts, and replies and notes that
 * are on their way.
 */

/** Text written by an operator; resending it with the same `clientId` does not duplicate it. */
export interface OutgoingText {
  readonly text: string;
  readonly clientId: string;
}

/** A reply or note to send. */
export interface Outgoing extends OutgoingText {
  readonly chatId: string;
  readonly isNote: boolean;
}

/** Author of a text: what one operator wrote goes out under no other name, and to no other installation. */
export interface Owner {
  readonly installationId: string;
  readonly operatorId: string;
}

/** A reply or note that the engine has not confirmed. */
export interface Unsent extends OutgoingText, Owner {
  readonly chatId: string;
  readonly isNote: boolean;
  /** milliseconds since the epoch; different for all of a device, so that it is also their order */
  readonly at: number;
  /** a request with it had no answer */
  readonly mayHaveArrived: boolean;
}

interface Draft {
  readonly text: string;
  /** milliseconds since the epoch */
  readonly at: number;
  /** a reply that failed to send but may have reached the engine: the same text keeps its identity */
  readonly returned?: OutgoingText;
}

/** UTF-16 units of a draft, and of all of an operator: a browser keeps some millions for everything. */
export const MAX_DRAFT_LENGTH = 100_000;
const MAX_DRAFTS_LENGTH = 400_000;

/** Maximum number of drafts, and milliseconds for which they are kept. */
const MAX_DRAFTS = 200;
const DRAFT_LIFETIME = 60 * 24 * 60 * 60_000;

/** Maximum number of other operators, or of this one in other installations, whose drafts are kept. */
const MAX_OTHERS = 8;

interface Drafts {
  readonly drafts: Readonly<Record<string, Draft>>;
  /** the author; undefined until the first connection */
  readonly owner?: string;
  /** those of others who were signed in on this device, by owner */
  readonly others: Readonly<Record<string, Drafts['drafts']>>;
  /** shows this operator's, and puts those of whoever was here before away: chats elsewhere have the same ids */
  readonly switchTo: (owner: Owner) => void;
  readonly write: (chatId: string, text: string) => void;
  /** removes the draft to send it, returning its identity */
  readonly take: (chatId: string) => OutgoingText;
  /** puts a reply that failed to send back before newer text */
  readonly restore: (chatId: string, words: OutgoingText) => void;
  /** deletes the drafts of erased chats */
  readonly forget: (chatIds: readonly string[]) => void;
}

const DRAFTS = 'counterbell.drafts';

/** Drafts of replies and notes by chat, stored on this device until they are sent. */
export const useDrafts = create<Drafts>()(
  persist(
    (set, get) => ({
      drafts: {},
      others: {},
      switchTo: ({ installationId, operatorId }) => {
        const next = `${installationId} ${operatorId}`;
        const { drafts, owner, others } = get();
        if (owner === next) return;
        const { [next]: own = owner === undefined ? drafts : {}, ...rest } = others;
        const away = owner === undefined ? rest : { ...rest, [owner]: drafts };
        const nonEmpty = Object.entries(away).filter(([, each]) => Object.keys(each).length > 0);
        set({ drafts: own, owner: next, others: Object.fromEntries(nonEmpty.slice(-MAX_OTHERS)) });
      },
      write: (chatId, text) => set({ drafts: withDraft(get().drafts, chatId, text, Date.now()) }),
      take: (chatId) => {
        const { text = '', returned } = get().drafts[chatId] ?? {};
        get().write(chatId, '');
        return returned?.text === text ? returned : { text, clientId: newClientId() };
      },
      restore: (chatId, words) => {
        const since = get().drafts[chatId]?.text ?? '';
        const text = since === '' ? words.text : `${words.text}\n${since}`;
        set({ drafts: withDraft(get().drafts, chatId, text, Date.now(), words) });
      },
      forget: (chatIds) => {
        for (const key of chatIds.flatMap((id) => [id, ...DRAFT_KINDS.map((kind) => draftOf(kind, id))]))
          if (get().drafts[key] !== undefined) get().write(key, '');
      },
    }),
    { name: DRAFTS, version: 1 },
  ),
);

/** False if the device had no room for a draft, so that only this page has it. */
export function areDraftsStored(): boolean {
  const { drafts } = useDrafts.getState();
  const stored = localStorage.getItem(DRAFTS);
  if (stored === null) return Object.keys(drafts).length === 0;
  const { state } = JSON.parse(stored) as { readonly state: Pick<Drafts, 'drafts'> };
  return JSON.stringify(state.drafts) === JSON.stringify(drafts);
}

const DRAFT_KINDS = ['note', 'edit', 'first'] as const;

/** Key of a chat's draft besides its reply: a note, a change of an existing one, or what begins a new chat. */
export function draftOf(kind: (typeof DRAFT_KINDS)[number], chatId: string): string {
  return `${kind} ${chatId}`;
}

/** Puts replies and notes that were not sent back before newer text, in their order. */
export function restoreDrafts(outgoing: readonly Outgoing[]): void {
  const { restore } = useDrafts.getState();
  for (const returned of outgoing.toReversed())
    restore(returned.isNote ? draftOf('note', returned.chatId) : returned.chatId, {
      text: returned.text,
      clientId: returned.clientId,
    });
}

/** Moves the draft of a closed chat to the customer's open one. */
export function moveFirstDraft(chatId: string, openId: string): void {
  const { take, restore } = useDrafts.getState();
  const begun = take(draftOf('first', chatId));
  if (begun.text !== '') restore(openId, begun);
}

/** Kind of text in the composer: a reply, a note, or the first message of a new chat. */
export type WritingKind = 'reply' | 'note' | 'first';

/**
 * The composer's mode by chat, if not a reply; per window, so that no other window switches a composer in use. The
 * desktop's only one keeps it for its next page.
 */
export const useWritingStore = create(
  persist((): { readonly kinds: Readonly<Partial<Record<string, WritingKind>>> } => ({ kinds: {} }), {
    name: 'counterbell.writing',
    version: 3,
    storage: createJSONStorage(() => (globalThis.window?.counterbell === undefined ? sessionStorage : localStorage)),
  }),
);

export function setWritingKind(chatId: string, kind: WritingKind): void {
  useWritingStore.setState(({ kinds: { [chatId]: _before, ...others } }) => ({
    kinds: kind === 'reply' ? others : { ...others, [chatId]: kind },
  }));
}

/** Sets a draft, or deletes it when its text is empty; drops the oldest and the expired. */
export function withDraft(
  drafts: Drafts['drafts'],
  chatId: string,
  text: string,
  now: number,
  returned: OutgoingText | undefined = drafts[chatId]?.returned,
): Drafts['drafts'] {
  const others = Object.entries(drafts).filter(([id, { at }]) => id !== chatId && now - at < DRAFT_LIFETIME);
  if (text === '') return Object.fromEntries(others);
  let { length } = text;
  const newest = others.slice(1 - MAX_DRAFTS);
  const first = newest.findLastIndex(([, each]) => (length += each.text.length) > MAX_DRAFTS_LENGTH) + 1;
  return Object.fromEntries([...newest.slice(first), [chatId, { text, at: now, returned }]]);
}

export type UnsentStore = ReturnType<typeof createUnsentStore>;

const PREFIX = 'counterbell.unsent.';

/** Maximum number kept, of all operators; and milliseconds that those of somebody who does not come back are kept. */
export const MAX_UNSENT = 200;
const LIFETIME = 60 * 24 * 60 * 60_000;

/**
 * Replies and notes kept in the browser's storage, one entry each, so that several windows can add and remove them at
 * once. Without storage, nothing is kept.
 */
export function createUnsentStore(page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'localStorage'>) {
  const storage = storageOf(page);
  const entries = (): readonly Unsent[] => {
    if (storage === undefined) return [];
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return keys
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parseUnsent(storage.getItem(key)) ?? [])
      .toSorted((a, b) => a.at - b.at || (a.clientId < b.clientId ? -1 : 1));
  };
  const remove = ({ clientId }: Pick<Unsent, 'clientId'>): void => storage?.removeItem(PREFIX + clientId);
  return {
    /** an operator's, or everyone's; oldest first */
    list: (owner?: Owner) => entries().filter((unsent) => owner === undefined || isOf(unsent, owner)),
    /** adds or replaces; false if there is no room */
    put: (unsent: Unsent): boolean => {
      const key = PREFIX + unsent.clientId;
      if (storage === undefined || (storage.getItem(key) === null && entries().length >= MAX_UNSENT)) return false;
      try {
        storage.setItem(key, JSON.stringify(unsent));
        return true;
      } catch {
        // The browser's limit is reached.
        return false;
      }
    },
    remove,
    /** deletes those of erased chats, whoever wrote them */
    forget: (installationId: string, chatIds: readonly string[]): void => {
      for (const unsent of entries())
        if (unsent.installationId === installationId && chatIds.includes(unsent.chatId)) remove(unsent);
    },
    /** deletes those of others that are too old, or whose author is no longer in the team, if that is given */
    tidy: (owner: Owner, team?: readonly string[]): void => {
      for (const unsent of entries().filter((entry) => !isOf(entry, owner))) {
        const isColleague = unsent.installationId === owner.installationId;
        const isRemoved = isColleague && team?.includes(unsent.operatorId) === false;
        if (isRemoved || Date.now() - unsent.at >= LIFETIME) remove(unsent);
      }
    },
    /** another window changed them; returns how to stop */
    onChange: (changed: () => void): (() => void) => {
      const onStorage = ({ key }: StorageEvent): void => {
        if (key === null || key.startsWith(PREFIX)) changed();
      };
      page.addEventListener('storage', onStorage);
      return () => page.removeEventListener('storage', onStorage);
    },
  };
}

function storageOf(page: Pick<Window, 'localStorage'>): Storage | undefined {
  try {
    return page.localStorage;
  } catch {
    // The browser is set to store nothing.
    return undefined;
  }
}

function isOf(unsent: Owner, { installationId, operatorId }: Owner): boolean {
  return unsent.installationId === installationId && unsent.operatorId === operatorId;
}

/** Undefined if it is none: extensions and people can write there too. */
function parseUnsent(text: string | null): Unsent | undefined {
  try {
    const unsent = JSON.parse(text ?? '') as Unsent;
    const { clientId, chatId, text: words, installationId, operatorId, at, isNote, mayHaveArrived } = unsent;
    const areTexts = [clientId, chatId, words, installationId, operatorId].every((field) => typeof field === 'string');
    const areFlags = [isNote, mayHaveArrived].every((flag) => typeof flag === 'boolean');
    return areTexts && areFlags && Number.isFinite(at) ? unsent : undefined;
  } catch {
    return undefined;
  }
}

/** `crypto.randomUUID` is missing on pages loaded over plain HTTP from another computer. */
export function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

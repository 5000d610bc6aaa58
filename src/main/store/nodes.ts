import type { Change } from './command.ts';
import type { ChatChange } from './chats/chat-change.ts';

/** What a transaction did, as far as others have to hear of it. */
export type Entry =
  /** by a command */
  | { readonly kind: 'change'; readonly change: Omit<Change<unknown>, 'answer'> }
  /** to the settings, with what it did to chats */
  | { readonly kind: 'settings'; readonly chats: readonly ChatChange[] }
  | { readonly kind: 'devices' }
  /** by a part of the program, of what is not stored */
  | { readonly kind: 'told'; readonly name: string; readonly data: unknown };

/** An entry, and of which node it is. */
export interface Heard {
  readonly entry: Entry;
  readonly from: string;
  readonly isOwn: boolean;
}

/** A node, as others see it. */
export interface NodeStatus {
  readonly run: string;
  readonly name: string;
  readonly version: string;
  /** it does what must happen once */
  readonly leads: boolean;
  readonly isThis: boolean;
  readonly startedAt: number;
  /** transactions that it has yet to hear of */
  readonly behind: number;
  /** the server tells it what was stored; otherwise it asks every 250 ms */
  readonly listens: boolean;
}

/**
 * The hosts of an installation: one with its data folder, or several over one PostgreSQL. All hear of everything in the
 * order in which it was stored. One leads: it sends, calls bots and does what falls due.
 */
export interface Nodes {
  /** of this node, and of this run only */
  readonly run: string;
  /** what commands did comes by `follow` too, this node's as well; otherwise whoever runs them publishes it */
  readonly publishes: boolean;
  readonly leads: () => boolean;
  /** no other node can have begun to lead, even if this one was frozen or cut off until now */
  readonly leadsForSure: () => boolean;
  /** calls back when this node begins to lead; at once if it does. It never ends before the engine */
  readonly onLeading: (listener: () => void) => void;
  /** resolves when there is an installation, which the one that leads begins */
  readonly begun: () => Promise<void>;
  /** sets who applies entries, one after the other */
  readonly follow: (apply: (heard: Heard) => void | Promise<void>) => void;
  /** resolves when everything that anybody was answered before is applied here */
  readonly caughtUp: () => Promise<void>;
  /** tells all nodes of what is not stored; resolves when it is applied here */
  readonly tell: (name: string, data: unknown) => Promise<void>;
  /** the living ones */
  readonly list: () => Promise<readonly NodeStatus[]>;
  /** milliseconds by which the wall clock of all nodes is ahead of this computer's */
  readonly ahead: () => number;
}

/** A host with its own data folder. */
export function onlyNode(): Nodes {
  let applying: Parameters<Nodes['follow']>[0] = () => undefined;
  return {
    run: '',
    publishes: false,
    leads: () => true,
    leadsForSure: () => true,
    onLeading: (listener) => listener(),
    begun: async () => undefined,
    follow: (apply) => {
      applying = apply;
    },
    caughtUp: async () => undefined,
    tell: async (name, data) => applying({ entry: { kind: 'told', name, data }, from: '', isOwn: true }),
    list: async () => [],
    ahead: () => 0,
  };
}

import type { SeatStatus } from '#shared/contract/desktop.ts';
import type { OperatorEngine } from '#main/engine/engine.ts';
import type { JoinedShop } from '#main/seat/join.ts';
import type { SystemVault } from './safe-storage-vault.ts';
import type { StoredFile } from './preferences.ts';
import type { Front } from './start-desktop.ts';
import type { AboutEngine } from './diagnostics.ts';

/** A shop whose console the windows show: this computer's own installation, or a seat at another computer's. */
export interface Installation {
  /** also the host in the address of its pages */
  readonly id: string;
  readonly engine: OperatorEngine;
  /** how a seat stands with its host; undefined: this computer's own installation */
  readonly seat?: {
    readonly status: () => SeatState;
    /** reads the key again that could not be read, and if it can, attaches the seat anew; false: it cannot */
    readonly readKey: () => Promise<boolean>;
  };
  /** for a report */
  readonly about: () => Promise<AboutEngine>;
  /** shows a backup in its folder; false if it no longer exists, or is another computer's */
  readonly showBackup: (name: string) => Promise<boolean>;
}

/** What a seat itself knows of its status. */
export type SeatState = Pick<SeatStatus, 'shop' | 'address' | 'connection'>;

/** Gives an installation its part in windows, tray and notifications. */
export type Attach = (installation: Installation) => {
  /** its seat has another status */
  readonly changed: () => void;
  readonly detach: () => void;
};

/** What this app works with: its own installation, or up to eight seats. */
export interface Workplace {
  /** attaches what there is, and what comes later */
  readonly open: (attach: Attach) => Promise<void>;
  /** undefined: an installation of its own */
  readonly seats?: Seats;
  /** whether the app may quit; synchronous if nobody else depends on it */
  readonly mayLeave: () => true | Promise<boolean>;
  /** keeps the app running through faults; `showProblem` says what is wrong. Returns how to stop. */
  readonly handleFaults: (showProblem: (words: string) => void) => () => void;
  /** when the start has time: what most never use */
  readonly calmed: () => void;
  readonly stop: () => Promise<void>;
}

/** The app's seats; more can be joined while it runs. */
export interface Seats {
  readonly count: () => number;
  /** opens a seat in place of an earlier one of the same operator there; returns its id */
  readonly join: (joined: JoinedShop) => Promise<string>;
  /** gives it up, at its host too if that can be reached; after the last one the app starts over */
  readonly leave: (id: string) => Promise<void>;
}

/** What a workplace needs from the app. */
export interface WorkplaceOptions {
  readonly front: Front;
  readonly vault: SystemVault;
  readonly storedFile: (name: string) => StoredFile;
}

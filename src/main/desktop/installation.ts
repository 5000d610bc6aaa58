import type { SeatStatus } from '#shared/contract/desktop.ts';
import type { OperatorEngine } from '#main/engine/engine.ts';
import type { SystemVault } from './safe-storage-vault.ts';
import type { StoredFile } from './preferences.ts';
import type { DesktopContext } from './desktop-context.ts';
import type { AboutEngine } from './diagnostics.ts';

/** The shop whose console the windows show: this computer's own installation, or a seat at another computer's. */
export interface Installation {
  readonly engine: OperatorEngine;
  /** undefined: this computer's own installation */
  readonly seat?: DesktopSeat;
  /** for a report */
  readonly about: () => Promise<AboutEngine>;
  /** shows a backup in its folder; false if it no longer exists, or is another computer's */
  readonly showBackup: (name: string) => Promise<boolean>;
  /** decides whether the app may quit; synchronous if nobody else depends on it */
  readonly mayLeave: () => true | Promise<boolean>;
  /** keeps the app running through faults; `showProblem` says what is wrong. Returns how to stop. */
  readonly handleFaults: (showProblem: (words: string) => void) => () => void;
  /** called once the start has time, for what most never use */
  readonly calmed: () => void;
  readonly stop: () => Promise<void>;
}

/** A seat, and how it stands with its host. */
export interface DesktopSeat {
  readonly status: () => SeatStatus;
  /** calls back when that changes; returns how to stop */
  readonly onStatus: (listener: () => void) => () => void;
  /** reads the key again that could not be read, and if it can, starts the app anew; false: it cannot */
  readonly readKey: () => Promise<boolean>;
  /** gives it up, at its host too if that can be reached; then the app starts over */
  readonly leave: () => Promise<void>;
}

/** Parts of the app that an installation depends on. */
export interface InstallationOptions {
  readonly context: DesktopContext;
  readonly vault: SystemVault;
  readonly storedFile: (name: string) => StoredFile;
  /** called once pages can be answered; the rest starts when it has resolved */
  readonly onOpened: (engine: OperatorEngine) => Promise<void>;
  /** starts the app again; `left`: deletes what the pages of the seat with this host kept on this computer */
  readonly restart: (left?: string) => Promise<void>;
}

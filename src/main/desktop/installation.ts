import type { SeatStatus } from '#shared/contract/desktop.ts';
import type { OperatorEngine } from '#main/engine/operator-engine.ts';
import type { SystemVault } from './safe-storage-vault.ts';
import type { StoredFile } from './preferences.ts';
import type { Front } from './start-desktop.ts';
import type { AboutEngine } from './diagnostics.ts';

/** What the app's windows work with: this computer's own installation, or a seat at another computer's. */
export interface Installation {
  readonly engine: OperatorEngine;
  /** a seat's state, and how to give it up; undefined: this computer's own installation */
  readonly seat?: { readonly status: () => SeatStatus; readonly leave: () => Promise<void> };
  /** for a report */
  readonly about: () => Promise<AboutEngine>;
  /** shows a backup in its folder; false if it no longer exists, or is another computer's */
  readonly showBackup: (name: string) => Promise<boolean>;
  /** whether the app may quit; synchronous if nobody else depends on it */
  readonly mayLeave: () => true | Promise<boolean>;
  /** keeps the app running through faults; `showProblem` says what is wrong. Returns how to stop. */
  readonly handleFaults: (showProblem: (words: string) => void) => () => void;
  /** when the start has time: what most never use */
  readonly calmed: () => void;
  readonly stop: () => Promise<void>;
}

/** What an installation needs from the app. */
export interface InstallationOptions {
  readonly front: Front;
  readonly vault: SystemVault;
  readonly storedFile: (name: string) => StoredFile;
  /** the seat's state changed */
  readonly onSeat: (seat: SeatStatus) => void;
}

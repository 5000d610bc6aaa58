import type { Logger } from 'pino';
import type { Engine, EngineOptions } from '#main/engine/engine.ts';
import type { EnvironmentSettings } from './environment.ts';
import type { LogFile } from './log.ts';
import type { watchQuitting } from './quitting.ts';
import type { Microphone } from './windows/guard.ts';
import type { WindowOptions, Windows } from './windows/windows.ts';

/** Environment of the app, supplied by its entry. */
export interface DesktopProgram {
  /** loads the engine's code, which takes a while, and returns how to start it */
  readonly loadEngine: () => Promise<
    Pick<EngineOptions, 'storeThreads' | 'siteFolder'> & {
      readonly startEngine: (options: EngineOptions) => Promise<Engine>;
    }
  >;
  /** starts opening the store in a data folder, ahead of the engine. Rejects with ShopMissing, unless it starts over */
  readonly openStore: (folder: string, log: Logger, startOver?: boolean) => NonNullable<EngineOptions['store']>;
  /** folder of the built renderer */
  readonly renderer: string;
  /** path of the built preload */
  readonly preload: string;
}

export interface Start {
  readonly program: DesktopProgram;
  readonly environment: EnvironmentSettings;
  readonly logFile: LogFile;
  /** tells whether the app is quitting, so that windows may close */
  readonly quitting: ReturnType<typeof watchQuitting>;
}

/** Parts of the app that exist before the engine's code is loaded. */
export interface DesktopContext extends Start {
  /** the data folder, locked */
  readonly folder: string;
  readonly unlock: () => Promise<void>;
  /** undefined: this app has a seat */
  readonly store: ReturnType<DesktopProgram['openStore']> | undefined;
  /** in the address of the pages: of this app's own installation, or of its seat */
  readonly host: string;
  /** options for making windows */
  readonly pages: WindowOptions;
  readonly windows: Windows;
  readonly microphone: Microphone;
  /** from then on no page gets an answer */
  readonly closeGate: () => void;
}

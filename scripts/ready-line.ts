import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The first line that headless prints with `--json`, once both of its servers answer. */
export interface ReadyLine {
  readonly ready: true;
  readonly listener: string;
  readonly console: string;
  /** for colleagues, if `--team` or the settings open it */
  readonly team?: string;
  readonly accessUrl: string;
}

/** Resolves with the ready line; never if the output ends without one (watch the process for that). Rejects any other line. */
export function readReadyLine(output: Readable): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    createInterface({ input: output }).once('line', (line) => {
      try {
        resolve(JSON.parse(line) as ReadyLine);
      } catch {
        reject(new Error(`Counterbell said this instead of where it is: ${line}`));
      }
    });
  });
}

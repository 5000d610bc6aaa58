import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Vault } from '#main/settings/ports.ts';
import type { ServerCertificate } from './ports.ts';

const file = z.object({
  certificate: z.string(),
  /** sealed by the vault */
  key: z.string(),
  /** what it was made for; of an authority: what it may sign */
  names: z.array(z.string()).default([]),
});

export interface KeptCertificate extends ServerCertificate {
  readonly names: readonly string[];
}

/** A certificate and its key in one file, the key sealed. */
export interface CertificateFile {
  /** undefined where there is none, or none that can be opened */
  readonly read: () => Promise<KeptCertificate | undefined>;
  readonly write: (kept: KeptCertificate) => Promise<void>;
}

export function certificateFile({ folder, name, vault, log }: { readonly folder: string; readonly name: string; readonly vault: Vault; readonly log: Pick<Logger, 'warn'> }): CertificateFile {
  const path = join(folder, `${name}.json`);
  return {
    read: async () => {
      try {
        const { certificate, key, names } = file.parse(JSON.parse(await readFile(path, 'utf8')));
        const { plain } = await vault.open(key);
        return { certificate, names, key: plain };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) log.warn({ err: error, file: name }, 'a certificate could not be opened');
        return undefined;
      }
    },
    write: async ({ certificate, key, names }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(path, JSON.stringify({ certificate, key: await vault.seal(key), names }, null, 2));
    },
  };
}

/** Whole or not at all. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

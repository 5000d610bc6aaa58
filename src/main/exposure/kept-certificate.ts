import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { asidePath } from '#main/settings/aside-path.ts';
import type { Vault } from '#main/settings/ports.ts';

const file = z.object({
  certificate: z.string(),
  /** sealed by the vault */
  key: z.string(),
  /** what it was made for; of an authority: what it may sign */
  names: z.array(z.string()).default([]),
});

export interface KeptCertificate {
  /** PEM */
  readonly certificate: string;
  readonly names: readonly string[];
  /** PEM; undefined: the vault cannot open it now, as where the keyring is locked */
  readonly key: string | undefined;
}

/** A certificate and its key in one file, the key sealed. */
export interface CertificateFile {
  /** undefined where there is none; a damaged file is put aside. Rejects where it cannot be read: it may be again, so nothing may take its place. */
  readonly read: () => Promise<KeptCertificate | undefined>;
  readonly write: (kept: KeptCertificate & { readonly key: string }) => Promise<void>;
}

export function certificateFile({
  folder,
  name,
  vault,
  log,
}: {
  readonly folder: string;
  readonly name: string;
  readonly vault: Vault;
  readonly log: Pick<Logger, 'warn'>;
}): CertificateFile {
  const path = join(folder, `${name}.json`);
  return {
    read: async () => {
      const text = await textOf(path);
      if (text === undefined) return undefined;
      const found = parsed(text);
      if (found === undefined) {
        const aside = asidePath(path);
        log.warn({ aside }, 'a certificate was damaged, and put aside');
        await rename(path, aside);
        return undefined;
      }
      const { certificate, key, names } = found;
      try {
        return { certificate, names, key: (await vault.open(key)).plain };
      } catch (error) {
        log.warn({ err: error, file: name }, 'the key of a certificate could not be opened');
        return { certificate, names, key: undefined };
      }
    },
    write: async ({ certificate, key, names }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(path, JSON.stringify({ certificate, key: await vault.seal(key), names }, null, 2));
    },
  };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** undefined: it is damaged. */
function parsed(text: string): z.infer<typeof file> | undefined {
  try {
    const found = file.parse(JSON.parse(text));
    const { raw } = new X509Certificate(found.certificate);
    return raw.length === 0 ? undefined : found;
  } catch {
    return undefined;
  }
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

import { randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { decrypt, encrypt, type Vault } from '#main/settings/vault.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { unusable } from '#main/store/archive/validate-database.ts';
import { jsonText } from './files.ts';

/** One guess costs 128 MB and about a third of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
/** Twice ours; a file that asks for more only wants to keep this computer busy. */
const MAX_COST = 2 * COST.N;
const ADDITIONAL_DATA = Buffer.from('counterbell backup secrets 1');
const KEY_BYTES = 32;
const TAG_BYTES = 16;

const bytes = (length: number) =>
  z
    .string()
    .max(200)
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((decoded) => decoded.length === length);

/** The file in a backup that holds the secrets. */
const box = jsonText(
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('passphrase'),
      N: z
        .number()
        .min(2 ** 14)
        .max(MAX_COST)
        .refine((N) => Number.isInteger(Math.log2(N))),
      r: z.literal(COST.r),
      p: z.literal(COST.p),
      salt: bytes(16),
      nonce: bytes(12),
      tag: bytes(TAG_BYTES),
      sealed: z.string(),
    }),
    /** under the key of the computer that made it */
    z.object({ kind: z.literal('host'), sealed: z.string() }),
  ]),
);

/** Seals a text with scrypt and AES-256-GCM; the result names its parameters. */
export async function sealWithPassphrase(plain: string, passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const encrypted = encrypt(plain, await deriveKey(passphrase, salt, COST), ADDITIONAL_DATA);
  return JSON.stringify({
    kind: 'passphrase',
    ...COST,
    salt: salt.toString('base64'),
    nonce: encrypted.toString('base64', 0, 12),
    tag: encrypted.toString('base64', 12, 28),
    sealed: encrypted.toString('base64', 28),
  });
}

export async function sealForHost(plain: string, vault: Vault): Promise<string> {
  return JSON.stringify({ kind: 'host', sealed: await vault.seal(plain) });
}

/** True if sealed with a computer's key; if it opens here, with this computer's. */
export function isSealedForHost(text: string | undefined): boolean {
  return text !== undefined && box.safeParse(text).data?.kind === 'host';
}

/** Opens what either function above sealed. Coded errors: invalid_input (path `passphrase`), backup_unusable. */
export async function openSecretBox(
  text: string,
  { passphrase, vault }: { readonly passphrase: string | undefined; readonly vault: Vault },
): Promise<string | undefined> {
  const parsed = box.safeParse(text);
  if (!parsed.success) throw unusable(phrase('errors:refusals.backup.secretsDamaged'));
  if (parsed.data.kind === 'host') {
    // From another computer, or the key has changed since: the secrets have to be entered again.
    return vault.open(parsed.data.sealed).then(
      ({ plain }) => plain,
      () => undefined,
    );
  }
  if (passphrase === undefined || passphrase === '') return undefined;
  const { N, r, p, salt, nonce, tag, sealed } = parsed.data;
  const key = await deriveKey(passphrase, salt, { N, r, p });
  try {
    return decrypt(Buffer.concat([nonce, tag, Buffer.from(sealed, 'base64')]), key, ADDITIONAL_DATA);
  } catch {
    throw new ContractError('invalid_input', phrase('errors:refusals.backup.passphrase'), [
      { path: 'passphrase', reason: phrase('errors:refusals.backup.passphrase') },
    ]);
  }
}

function deriveKey(
  passphrase: string,
  salt: Buffer,
  cost: { readonly N: number; readonly r: number; readonly p: number },
): Promise<Buffer> {
  const { N, r, p } = cost;
  return new Promise((resolve, reject) => {
    // Normalize, so that composed and decomposed letters are the same passphrase on any keyboard.
    scrypt(
      passphrase.normalize('NFKC'),
      salt,
      KEY_BYTES,
      { N, r, p, maxmem: 2 * 128 * MAX_COST * COST.r },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    );
  });
}

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sealLetter } from './letter-seal.ts';

const page = readFileSync(new URL('../../../docs/letterbox.md', import.meta.url), 'utf8');
const blockAfter = (heading: string): string =>
  new RegExp(`${heading}[^]*?\`\`\`\\n([^]*?)\\n\`\`\``).exec(page)?.[1] ?? '';
const PING = '{"kind":"ping"}';

test('a letter is sealed as the letterbox’s page says, and never twice alike', () => {
  const secret = blockAfter('The mailbox of a window is');
  expect(sealLetter(PING, secret, Buffer.alloc(12))).toBe(blockAfter('A letter to it'));
  expect(sealLetter(PING, secret)).not.toBe(sealLetter(PING, secret));
});

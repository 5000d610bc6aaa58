import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { createSeal } from './seal.ts';

const KEY = 'a key of at least thirty-two characters';
const page = readFileSync(new URL('../../../docs/letterbox.md', import.meta.url), 'utf8');
const blockAfter = (heading: string): string =>
  new RegExp(`${heading}[^]*?\`\`\`\\n([^]*?)\\n\`\`\``).exec(page)?.[1]?.replaceAll(/\s+/g, '') ?? '';

describe('the vectors of the letterbox’s page', () => {
  test('an envelope of the app, and the answer to it', () => {
    expect(writeEnvelope(KEY, 'app', 1_790_000_000_000, { ack: 0 })).toBe(blockAfter('An envelope of the app'));
    const answer = blockAfter('Its answer');
    expect(readEnvelope(KEY, 'box', 1_790_000_000_000, answer)).toEqual({ items: [], more: false });
    expect(readEnvelope(KEY, 'app', 1_790_000_000_000, answer)).toBeUndefined();
    expect(readEnvelope(KEY, 'box', 1_790_000_000_001, answer)).toBeUndefined();
    expect(readEnvelope(`${KEY}.`, 'box', 1_790_000_000_000, answer)).toBeUndefined();
  });

  test('what is sealed opens with the key of this channel alone', () => {
    const sealed = blockAfter('What is sealed');
    expect(createSeal('path-secret').publicKey).toBe(blockAfter('The public key'));
    expect(createSeal('path-secret').open(sealed)?.toString()).toBe('hello');
    expect(createSeal('path-secrets').open(sealed)).toBeUndefined();
    expect(createSeal('path-secret').open(`${sealed.slice(0, -3)}AAA`)).toBeUndefined();
    expect(createSeal('path-secret').open('s.AAAA')).toBeUndefined();
    expect(createSeal('path-secret').open('x.AAAA')).toBeUndefined();
    expect(createSeal('path-secret').open('p.aGVsbG8')?.toString()).toBe('hello');
  });
});

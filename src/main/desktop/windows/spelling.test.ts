import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dictionaryLanguages } from './menus.ts';

test('reads languages from the dictionaries present', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterbell-dictionaries-'));
  for (const name of ['en-US-10-1.bdic', 'de-3-0.bdic', 'notes.txt', 'fr.bdic']) writeFileSync(join(folder, name), '');
  expect(dictionaryLanguages(folder).toSorted()).toEqual(['de', 'en-US']);
  expect(dictionaryLanguages(join(folder, 'nowhere'))).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

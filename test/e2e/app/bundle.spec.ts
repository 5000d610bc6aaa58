import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const OUT = path.resolve(import.meta.dirname, '../../../out');

async function codeOf(folder: string): Promise<string> {
  const names = await readdir(path.join(OUT, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith('.js')).map((name) => path.join(OUT, folder, name));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

test('the console’s files have none of the engine’s code, whose types its contract is made of', async () => {
  const ofEngine = /(INSERT|UPDATE|DELETE|SELECT) [\w*]+.{0,80}(FROM|INTO|SET|VALUES)\b|node:sqlite/;
  expect(await codeOf('main')).toMatch(ofEngine);
  expect(await codeOf('renderer')).not.toMatch(ofEngine);
});

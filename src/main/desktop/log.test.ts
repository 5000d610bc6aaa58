import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLogFile } from './log.ts';

describe('the log file', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'counterbell-log-')), 'logs');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is written at once, continues after a restart, and contains no secret', () => {
    openLogFile({ folder }).log.warn({ token: 'abcdef', url: 'http://127.0.0.1:1/s3cret/shop-1' }, 'first');
    const { log, lastLines, path } = openLogFile({ folder });
    log.error('second');
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
    expect(lastLines(10).map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'first', token: '•••', url: 'http://127.0.0.1:1/•••' },
      { msg: 'second' },
    ]);
    expect(lastLines(1)).toHaveLength(1);
  });

  test('is rotated when full, deleting the oldest', () => {
    const { log, lastLines } = openLogFile({ folder, files: 3, bytes: 1000 });
    for (let count = 0; count < 100; count += 1) log.info({ count }, 'a line of about ninety characters in the end');
    expect(readdirSync(folder).toSorted()).toEqual(['counterbell.1.log', 'counterbell.2.log', 'counterbell.log']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1000);
    const counts = lastLines(9).map((line) => (JSON.parse(line) as { readonly count: number }).count);
    expect(counts).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99]);
  });

  test('does not stop anything if it cannot be written, and continues when it can', () => {
    writeFileSync(folder, 'a file is in the way');
    const { log, lastLines } = openLogFile({ folder });
    log.error('lost');
    expect(lastLines(5)).toEqual([]);
    rmSync(folder);
    mkdirSync(folder);
    log.error('kept');
    expect(lastLines(5)).toHaveLength(1);
  });
});

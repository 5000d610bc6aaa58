import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signatureHeaders } from '#main/outgoing/signature.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../docs/samples/verify');
const run = promisify(execFile);

const KEY = 'Schlüssel-42';
const BODY = '{"message":{"type":"text","text":"¿Qué tal? 🙂"}}';

interface Language {
  /** what has to be installed */
  readonly needs: readonly string[];
  /** a program around the sample: takes the key, the timestamp, the signature and the body, prints true or false */
  readonly file: string;
  readonly program: string;
  /** makes it ready to run in its folder */
  readonly build?: readonly string[];
  readonly start: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  Python: {
    needs: ['python3'],
    file: 'run.py',
    program: `import sys
sys.path.append("${SAMPLES}")
from verify import is_from_counterbell
key, timestamp, signature, body = sys.argv[1:]
print(str(is_from_counterbell(key, timestamp or None, signature or None, body.encode())).lower())`,
    start: ['python3', '-B', 'run.py'],
  },
  PHP: {
    needs: ['php'],
    file: 'run.php',
    program: `<?php
require '${SAMPLES}/verify.php';
[, $key, $timestamp, $signature, $body] = $argv;
echo json_encode(isFromCounterbell($key, $timestamp ?: null, $signature ?: null, $body));`,
    start: ['php', 'run.php'],
  },
  'Node.js': {
    needs: ['node'],
    file: 'run.mjs',
    program: `import { isFromCounterbell } from '${SAMPLES}/verify.mjs';
const [key, timestamp, signature, body] = process.argv.slice(2);
console.log(isFromCounterbell(key, timestamp || undefined, signature || undefined, Buffer.from(body)));`,
    start: ['node', 'run.mjs'],
  },
  Java: {
    needs: ['javac', 'java'],
    file: 'Run.java',
    program: `class Run {
  public static void main(String[] a) throws Exception {
    String timestamp = a[1].isEmpty() ? null : a[1], signature = a[2].isEmpty() ? null : a[2];
    System.out.println(Verify.isFromCounterbell(a[0], timestamp, signature, a[3].getBytes("UTF-8")));
  }
}`,
    build: ['javac', '-d', '.', path.join(SAMPLES, 'Verify.java'), 'Run.java'],
    start: ['java', '-cp', '.', 'Run'],
  },
  'C#': {
    // .NET itself is not among Debian's packages.
    needs: ['mcs', 'mono'],
    file: 'Run.cs',
    program: `static class Run {
  static void Main(string[] a) {
    string timestamp = a[1] == "" ? null : a[1], signature = a[2] == "" ? null : a[2];
    var genuine = Verify.IsFromCounterbell(a[0], timestamp, signature, System.Text.Encoding.UTF8.GetBytes(a[3]));
    System.Console.WriteLine(genuine ? "true" : "false");
  }
}`,
    build: ['mcs', '-out:run.exe', '-r:System.Core', path.join(SAMPLES, 'Verify.cs'), 'Run.cs'],
    start: ['mono', 'run.exe'],
  },
};

const signed = (seconds: number): string =>
  signatureHeaders(KEY, BODY, seconds * 1000)['X-Counterbell-Signature'] ?? '';

describe.each(Object.entries(LANGUAGES))('the check in %s', (_language, { needs, file, program, build, start }) => {
  const missing = needs.filter((name) => spawnSync('which', [name]).status !== 0);
  const reason = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} is not installed)`;

  test.skipIf(reason !== '')(`tells what Counterbell sent from what others made up${reason}`, async () => {
    const cwd = await mkdtemp(path.join(tmpdir(), 'counterbell-verify-'));
    onTestFinished(() => rm(cwd, { recursive: true }));
    await writeFile(path.join(cwd, file), program);
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const inFolder = async ([name = '', ...args]: readonly string[]): Promise<string> =>
      (await run(name, args, { cwd, env })).stdout.trim();
    if (build !== undefined) await inFolder(build);
    const says = (timestamp: number | string, signature: string, body = BODY): Promise<string> =>
      inFolder([...start, KEY, String(timestamp), signature, body]);

    const now = Math.floor(Date.now() / 1000);
    expect(await says(now, signed(now))).toBe('true');
    expect(await says(now - 240, signed(now - 240))).toBe('true');
    expect(await says(now - 360, signed(now - 360)), 'an old request').toBe('false');
    expect(await says(now + 360, signed(now + 360)), 'one from the future').toBe('false');
    expect(await says(now - 1, signed(now)), 'another time').toBe('false');
    expect(await says(now, signed(now), `${BODY} `), 'another body').toBe('false');
    expect(await says(now, signed(now).replace('v1=', 'v0=')), 'another version').toBe('false');
    expect(await says(now, ''), 'no signature').toBe('false');
    expect(await says('', signed(now)), 'no time').toBe('false');
    expect(await says('soon', signed(now)), 'a time that is none').toBe('false');
  });
});

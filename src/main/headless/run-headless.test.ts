import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OLGA } from '../../../test/fixtures/fake-engine.ts';

const ready = z.object({ ready: z.literal(true), listener: z.string(), console: z.string(), accessUrl: z.string() });

describe('headless process', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-headless-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the command line with an in-memory engine in a separate process. */
  const run = (args: readonly string[], engine = 'createFakeEngine()') => {
    const program = `
      const { runHeadless } = await import('${new URL('./run-headless.ts', import.meta.url)}');
      const { createFakeEngine } = await import('${new URL('../../../test/fixtures/fake-engine.ts', import.meta.url)}');
      await runHeadless(
        { loadEngine: async () => ({ startEngine: async (options) => ${engine} }), requireShop: () => undefined, openStore: async () => undefined, storeThreads: () => new URL('file:///none'), siteFolder: '${folder}', renderer: '${folder}', version: '0' },
        process.argv.slice(1),
      );`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const errors = text(child.stderr);
    const exit = once(child, 'exit');
    return { child, errors, exit };
  };
  const serving = ['--listener', '127.0.0.1:0', '--console', '127.0.0.1:0', '--log-level', 'error'];
  const started = async (args: readonly string[], engine?: string) => {
    const process = run(['--data-dir', folder, ...serving, '--json', ...args], engine);
    const [line] = await once(process.child.stdout, 'data');
    return { ...process, ready: ready.parse(JSON.parse(String(line))) };
  };
  const failure = async (args: readonly string[], engine?: string) => {
    const process = run(['--data-dir', folder, ...serving, ...args], engine);
    const [code] = await process.exit;
    return { code, errors: await process.errors };
  };

  test('prints its address, and shuts down in order on SIGTERM', async () => {
    const engine = `Object.assign(createFakeEngine(), { stop: async () => process.stdout.write('engine stopped') })`;
    const process = await started([], engine);
    expect(process.ready.accessUrl).toBe(`${process.ready.console}/?key=${OLGA.accessKey}`);
    const answer = await fetch(`${process.ready.console}/rpc/operators.me`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OLGA.accessKey}` },
    });
    expect(answer.status).toBe(200);
    const words = once(process.child.stdout, 'data');
    process.child.kill('SIGTERM');
    const [last] = await words;
    expect(String(last)).toBe('engine stopped');
    expect(await process.exit).toEqual([0, null]);
    expect(await process.errors).toBe('');
  });

  test('exits at once on a second signal', async () => {
    const engine = `Object.assign(createFakeEngine(), { stop: async () => { process.stdout.write('stopping'); setInterval(() => {}, 1000); await new Promise(() => {}); } })`;
    const process = await started([], engine);
    process.child.kill('SIGINT');
    await once(process.child.stdout, 'data');
    // Sent repeatedly: a signal right after the first may be taken for its echo.
    const pressing = setInterval(() => process.child.kill('SIGINT'), 100);
    expect(await process.exit).toEqual([130, null]);
    clearInterval(pressing);
  });

  test('treats two signals in quick succession as one', async () => {
    const engine = `Object.assign(createFakeEngine(), { stop: async () => { process.kill(process.pid, 'SIGINT'); await new Promise((resolve) => setTimeout(resolve, 100)); process.stdout.write('engine stopped'); } })`;
    const process = await started([], engine);
    const words = once(process.child.stdout, 'data');
    process.child.kill('SIGINT');
    expect(String((await words)[0])).toBe('engine stopped');
    expect(await process.exit).toEqual([0, null]);
  });

  test('prints an address to open when JSON is not requested', async () => {
    const process = run(['--data-dir', folder, ...serving]);
    const [words] = await once(process.child.stdout, 'data');
    expect(String(words)).toMatch(/Counterbell is running\. Open the console:\s+http:\/\/127\.0\.0\.1:\d+\/\?key=/);
    process.child.kill('SIGTERM');
    await process.exit;
  });

  test('refuses a second engine on the same folder', async () => {
    const first = await started([]);
    const second = await failure([]);
    expect(second.code).toBe(1);
    expect(second.errors).toBe(
      `Counterbell cannot start: Counterbell is already running on ${folder}; stop it first, or choose another data folder.\n`,
    );
    first.child.kill('SIGKILL');
    await first.exit;
  });

  test('names the address that another program is using', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await failure(['--console', `127.0.0.1:${port}`]);
    other.close();
    expect(code).toBe(1);
    expect(errors).toBe(
      `Counterbell cannot start: another program already listens on 127.0.0.1:${port}; choose another address with --listener, --console or --team.\n`,
    );
  });

  test('names a provision file that is missing or not JSON', async () => {
    const missing = await failure(['--provision', join(folder, 'none.json')]);
    expect(missing).toEqual({
      code: 1,
      errors: `Counterbell cannot start: The provision file ${join(folder, 'none.json')} cannot be read.\n`,
    });
    writeFileSync(join(folder, 'broken.json'), '{');
    const broken = await failure(['--provision', join(folder, 'broken.json')]);
    expect(broken.code).toBe(1);
    expect(broken.errors).toMatch(/broken\.json is not JSON: [^\n]+\.\n$/);
  });

  test('passes the provision to the engine and reports its refusal', async () => {
    const file = join(folder, 'provision.json');
    writeFileSync(file, '{"channels":[{"name":"Shop app"}]}');
    const engine = `(() => { throw new Error('Channel "' + options.provision.channels[0].name + '" has no endpoint') })()`;
    expect(await failure(['--provision', file], engine)).toEqual({
      code: 1,
      errors: 'Counterbell cannot start: Channel "Shop app" has no endpoint.\n',
    });
  });

  test('rejects a wrong command line with exit code 2', async () => {
    const { code, errors } = await failure(['--listener', 'nowhere']);
    expect(code).toBe(2);
    expect(errors).toMatch(/^--listener wants HOST:PORT[^\n]+\n$/);
  });
});

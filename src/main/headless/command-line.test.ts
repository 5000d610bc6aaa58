import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { browserUrl } from '../web/web-host.ts';
import { parseCommandLine, parseAddress } from './command-line.ts';

const ON_POSTGRES = ['--database', 'postgres://shop@/shop?host=/run'];

describe('headless command line', () => {
  test('has a default for every option', () => {
    expect(parseCommandLine([])).toEqual({
      kind: 'run',
      options: {
        dataFolder: undefined,
        listener: { host: '127.0.0.1', port: 8787, isFixed: false },
        console: { host: '127.0.0.1', port: 8788 },
        consoleHosts: [],
        database: undefined,
        drain: 0,
        provisionFile: undefined,
        startOver: false,
        json: false,
        logLevel: 'warn',
      },
    });
  });

  test('reads every option', () => {
    const args = [
      '--data-dir',
      '/srv/x',
      '--listener',
      '0.0.0.0:0',
      '--console=[::1]:99',
      '--provision',
      'p.json',
      '--drain',
      '5',
      '--start-over',
      '--json',
    ];
    expect(parseCommandLine([...args, '--console-host', 'a.example', '--console-host', 'b.example'])).toEqual({
      kind: 'run',
      options: {
        dataFolder: '/srv/x',
        listener: { host: '0.0.0.0', port: 0, isFixed: true },
        console: { host: '::1', port: 99 },
        consoleHosts: ['a.example', 'b.example'],
        database: undefined,
        drain: 5000,
        provisionFile: 'p.json',
        startOver: true,
        json: true,
        logLevel: 'info',
      },
    });
  });

  test.each([
    [['--frobnicate'], /--frobnicate/],
    [['leftover'], /leftover/],
    [['--data-dir'], /--data-dir/],
    [['--data-dir='], /--data-dir is empty/],
    [['--listener', '8787'], /--listener wants HOST:PORT.*"8787"/],
    [['--listener', '127.0.0.1:65536'], /--listener/],
    [['--console', '::1:80'], /--console wants HOST:PORT/],
    [['--console', '[1.2.3.4]:80'], /--console/],
    [['--console', '127.0.0.1:8787'], /same address/],
    [['--log-level', 'loud'], /--log-level wants one of/],
    [['--drain', '1m'], /--drain wants seconds/],
    [['--database', 'mysql://x'], /^--database wants postgres:/],
    [['--node-name', 'a'], /--node-name is for --database/],
    [['--media', '/srv/media'], /--media is for --database/],
    [[...ON_POSTGRES, '--media', 's3://'], /--media wants a folder, or s3:/],
    [[...ON_POSTGRES, '--node-name', 'a b'], /--node-name wants/],
    [[...ON_POSTGRES, '--team', '127.0.0.1:1'], /--team does not work/],
    [[...ON_POSTGRES, '--start-over'], /--start-over/],
  ])('explains in one sentence what is wrong with %j', (args, words) => {
    const line = parseCommandLine(args);
    expect(line).toMatchObject({ kind: 'wrong', problem: expect.stringMatching(words) });
    expect(line.kind === 'wrong' && line.problem).not.toContain('\n');
  });

  test('takes the database from the command line first, and never repeats its password', () => {
    const database = (args: readonly string[]) => parseCommandLine(args, 'postgres://env:secret@db/shop');
    const named = (url: string, node: string) => ({ options: { database: { url, node } } });
    expect(database([])).toMatchObject(named('postgres://env:secret@db/shop', hostname()));
    const args = [...ON_POSTGRES, '--node-name', 'a-1'];
    expect(database(args)).toMatchObject(named('postgres://shop@/shop?host=/run', 'a-1'));
    const wrong = parseCommandLine(['--database', 'postgres://shop:secret@db:port/shop']);
    expect(wrong).toMatchObject({ kind: 'wrong', problem: expect.stringMatching(/^--database wants/) });
    expect(wrong).not.toMatchObject({ problem: expect.stringContaining('secret') });
  });

  test('writes a website’s folder, or the WordPress plugin with it', () => {
    const key = 'a key of at least thirty-two characters';
    const args = ['website-box', '--channel', 'shop-1', '--key', key, '--out', 'here'];
    const options = { channel: 'shop-1', key, out: 'here', wordpress: false };
    expect(parseCommandLine(args)).toEqual({ kind: 'website-box', options });
    expect(parseCommandLine([...args, '--wordpress'])).toMatchObject({ options: { ...options, wordpress: true } });
    expect(parseCommandLine([...args, '--key', 'short'])).toMatchObject({ kind: 'wrong' });
  });

  test('moves between a data folder and a database, which may be that of the environment', () => {
    const url = 'postgres://env:secret@db/shop';
    const there = { folder: '/srv/x', database: url, toServer: true, media: undefined };
    expect(parseCommandLine(['move', '--from', '/srv/x', '--to', url])).toEqual({ kind: 'move', options: there });
    expect(parseCommandLine(['move', '--from', '/srv/x'], url)).toEqual({ kind: 'move', options: there });
    expect(parseCommandLine(['move', '--to', '/srv/x', '--media', '/m'], url)).toEqual({
      kind: 'move',
      options: { ...there, toServer: false, media: '/m' },
    });
    for (const args of [
      ['--from', '/a', '--to', '/b'],
      ['--from', url, '--to', url],
      ['--to', ''],
      ['--from', '/a'],
      [],
    ])
      expect(parseCommandLine(['move', ...args])).toMatchObject({
        kind: 'wrong',
        problem: expect.stringContaining('move wants'),
      });
    const wrong = parseCommandLine(['move', '--from', '/a', '--to', 'postgres://shop:secret@db:port/shop']);
    expect(wrong).toMatchObject({ kind: 'wrong', problem: expect.stringMatching(/^--to wants/) });
  });

  test('lets --help win over everything else', () => {
    expect(parseCommandLine(['--help', '--json'])).toEqual({ kind: 'help' });
  });
});

describe('address', () => {
  test.each([
    ['localhost:80', { host: 'localhost', port: 80 }],
    ['[::]:0', { host: '::', port: 0 }],
  ])('accepts %s', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  test.each([
    [{ host: '0.0.0.0', port: 80 }, 'http://127.0.0.1:80'],
    [{ host: '::', port: 80 }, 'http://[::1]:80'],
    [{ host: '::1', port: 80 }, 'http://[::1]:80'],
    [{ host: 'desk.local', port: 80 }, 'http://desk.local:80'],
  ])('opens %j at %s', (address, url) => {
    expect(browserUrl(address)).toBe(url);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';
import { LIMITS, unpackedApps, type UnpackedApp, weigh } from '../../../scripts/pack/unpacked-apps.ts';
import { LANGUAGES } from '#shared/locales/languages.ts';

const dist = resolve(import.meta.dirname, '../../../dist');

/** Fuse values are digits in the program. */
const off = '0'.charCodeAt(0);
const on = '1'.charCodeAt(0);

/** Expected fuses of the release build. */
const FUSES = {
  [FuseV1Options.RunAsNode]: off,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
  [FuseV1Options.EnableNodeCliInspectArguments]: off,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
  [FuseV1Options.OnlyLoadAppFromAsar]: on,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
  [FuseV1Options.EnableCookieEncryption]: on,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
} as const;

let released: UnpackedApp;
test.beforeAll(() => {
  const [app] = unpackedApps(dist);
  test.skip(app === undefined, 'no release build in dist/: npm run pack:dir makes one');
  if (app !== undefined) released = app;
});

test('the fuses in the release program are set as expected', async () => {
  expect(await getCurrentFuseWire(released.program)).toMatchObject(FUSES);
});

test('the tested program differs from the released one only in the inspect fuse', async () => {
  const tested = unpackedApps(join(dist, 'test')).find(({ folder }) => folder === released.folder);
  expect(await getCurrentFuseWire(tested?.program ?? '')).toMatchObject({
    ...FUSES,
    [FuseV1Options.EnableNodeCliInspectArguments]: on,
  });
  expect(
    readFileSync(join(tested?.resources ?? '', 'app.asar')).equals(readFileSync(join(released.resources, 'app.asar'))),
  ).toBe(true);
});

test("the archive contains only the built app and ngrok's agent, whose native code is next to it", () => {
  const all = listPackage(join(released.resources, 'app.asar'), { isPack: false }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const agent = all.filter((file) => file === '/node_modules' || /^\/node_modules\/@ngrok(\/|$)/.test(file));
  for (const file of agent.filter((each) => each.endsWith('.node')))
    expect(existsSync(join(released.resources, 'app.asar.unpacked', file))).toBe(true);
  const files = all.filter((file) => !agent.includes(file));
  expect(files).toEqual(
    expect.arrayContaining([
      '/package.json',
      '/out/main/index.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/out/site/loader.js',
    ]),
  );
  // PostgreSQL is for servers.
  expect(files.filter((file) => /postgres/.test(file))).toEqual([]);
  expect(
    files.filter(
      (file) => file !== '/package.json' && file !== '/out' && !/^\/out\/(main|preload|renderer|site)(\/|$)/.test(file),
    ),
  ).toEqual([]);
  expect(files.filter((file) => /\.(tsx?|map|md|test\.js|spec\.js)$|node_modules|fixtures|\.env/.test(file))).toEqual(
    [],
  );
  expect(existsSync(join(released.resources, 'app'))).toBe(false);
});

test('what it adds to Electron is within its limits', () => {
  const { archive, resources } = weigh(released);
  expect(archive).toBeLessThanOrEqual(LIMITS.archive);
  expect(resources).toBeLessThanOrEqual(LIMITS.resources);
});

test("Chromium's own texts are there in the app's languages only", () => {
  test.skip(process.platform === 'darwin', 'macOS shows which languages an app has');
  const packed = readdirSync(join(dirname(released.program), 'locales')).map((file) => basename(file, '.pak'));
  const languages = new Set(packed.map((locale) => locale.replace(/-.*/, '')));
  expect([...languages].toSorted()).toEqual(LANGUAGES.map(({ code }) => code.replace(/-.*/, '')).toSorted());
});

test('the licences of its content are included', () => {
  const licences = readFileSync(join(released.resources, 'licences.txt'), 'utf8');
  for (const name of [
    'fastify',
    'zod',
    'pino',
    'react',
    'electron-updater',
    'electron-store',
    'emojibase-data',
    '@fontsource-variable/inter',
  ]) {
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.`, 'm'));
  }
});

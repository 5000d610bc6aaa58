import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../fixtures/free-port.ts';
import { acceptingAddress } from '../../fixtures/integrator.ts';
import { expect, test } from '../fixtures.ts';

test('the packed app runs from its archive and answers a customer', async ({ launch }) => {
  const { app, console, rpc, quit } = await launch();
  expect(
    await app.evaluate(({ app: main }) => ({
      packed: main.isPackaged,
      archive: main.getAppPath().endsWith('app.asar'),
      name: main.getName(),
    })),
  ).toEqual({
    packed: true,
    archive: true,
    name: 'Counterbell',
  });
  await rpc('setup.finish', {});
  const { id: channelId } = await rpc('channels.create', { name: 'Shop app', endpoint: await acceptingAddress() });
  const { message } = await rpc('channels.addresses', { channelId });
  const answer = await fetch(message, {
    method: 'POST',
    body: JSON.stringify({
      sender: { id: 'anna', name: 'Anna' },
      message: { type: 'text', text: 'Do you open on Sunday?' },
    }),
  });
  expect(answer.status).toBe(200);
  await console.getByRole('option').filter({ hasText: 'Do you open on Sunday?' }).click();
  await console.getByRole('textbox', { name: 'Message' }).fill('From ten to four.');
  await console.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(console.getByRole('article').filter({ hasText: 'From ten to four.' })).toBeVisible();
  expect(await quit()).toBe(0);
});

test('the program cannot act as Node: neither by ELECTRON_RUN_AS_NODE nor by NODE_OPTIONS', async ({ dataDir }) => {
  const program = process.env['ELECTRON_EXECUTABLE'];
  test.skip(program === undefined, 'no packed app to start');
  const marker = join(dataDir, 'ran');
  const script = join(dataDir, 'script.cjs');
  writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`);
  const port = await freePort();
  const child = spawn(program ?? '', ['--no-sandbox', script], {
    env: {
      ...process.env,
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: `--require ${script}`,
      COUNTERBELL_DATA_DIR: dataDir,
      COUNTERBELL_LISTENER: `127.0.0.1:${port}`,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200);
  child.kill('SIGTERM');
  await ended;
  expect(existsSync(marker)).toBe(false);
});

test("a system none of whose languages is the app's has English with British dates", async ({ launch }) => {
  test.skip(process.platform !== 'linux', 'only Linux says its language in the environment');
  const { console } = await launch({ env: { LANG: 'fr_FR.UTF-8', LANGUAGE: undefined, LC_ALL: undefined } });
  expect(await console.evaluate(() => navigator.languages.find((language) => language.startsWith('en')))).toBe('en-GB');
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { storedInstallation } from '#main/store/installation/stored-installation.ts';
import { applyProvision } from '#main/settings/provision.ts';
import { parseCommandLine } from './command-line.ts';

const deploy = (file: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../../deploy', file), 'utf8');
const behind = (args: readonly string[]): string[] => args.slice(args.indexOf('out/main/headless.js') + 1);

/** The arguments in the container's entry point, and those that the compose file adds. */
function containerArguments(): string[] {
  const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(deploy('Dockerfile'))?.[1] ?? '') as string[];
  const command = JSON.parse(/^ {4}command: (.+)$/m.exec(deploy('compose.yaml'))?.[1] ?? '') as string[];
  return [...behind(entry), ...command];
}

test('the systemd unit starts the program with arguments it accepts, and may write to its data folder', () => {
  const unit = deploy('counterbell.service');
  const line = parseCommandLine(behind((/^ExecStart=(.+)$/m.exec(unit)?.[1] ?? '').split(' ')));
  expect(line).toMatchObject({
    kind: 'run',
    options: {
      dataFolder: '/var/lib/counterbell',
      listener: { host: '127.0.0.1', port: 8787 },
      console: { host: '127.0.0.1', port: 8788 },
    },
  });
  expect(unit).toMatch(/^StateDirectory=counterbell$/m);
});

test('the container starts it with arguments it accepts, and checks health where it listens', () => {
  const line = parseCommandLine(containerArguments());
  expect(line).toMatchObject({
    kind: 'run',
    options: {
      dataFolder: '/data',
      listener: { host: '0.0.0.0', port: 8787 },
      console: { port: 8788 },
      provisionFile: '/run/secrets/provision',
    },
  });
  expect(deploy('Dockerfile')).toContain('http://127.0.0.1:8787/health');
  expect(deploy('compose.yaml')).toContain('"127.0.0.1:8788:8788"');
  expect(deploy('Caddyfile')).toContain('reverse_proxy counterbell:8787');
});

test('the compose file’s provision is accepted and trusts its Caddy', () => {
  const fresh = storedInstallation.parse({
    installationId: '5d1f0a9e-3c8e-4b1e-8a53-0f6a4f0d2b77',
    setUp: false,
    operators: [],
    channels: [],
    bots: [],
  });
  const { connection, setUp } = applyProvision(fresh, JSON.parse(deploy('provision.example.json')));
  const caddy = /caddy:[\s\S]*?ipv4_address: (\S+)/.exec(deploy('compose.yaml'))?.[1];
  expect(connection).toMatchObject({ way: 'own', own: { publicUrl: 'https://chat.example', trustedProxies: [caddy] } });
  expect(setUp).toBe(true);
});

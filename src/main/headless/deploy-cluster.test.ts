import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { storedInstallation } from '#main/store/installation/stored-installation.ts';
import { applyProvision } from '#main/settings/provision.ts';
import { parseCommandLine } from './command-line.ts';

const deploy = (file: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../../deploy', file), 'utf8');

/** The options of a container's program with these further arguments and this environment. */
function optionsOf(args: readonly string[], env: Readonly<Record<string, string>>) {
  const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(deploy('Dockerfile'))?.[1] ?? '') as string[];
  const line = parseCommandLine([...entry.slice(2), ...args], env['COUNTERBELL_DATABASE_URL']);
  if (line.kind !== 'run') throw new Error(JSON.stringify(line));
  return line.options;
}

/** The environment that the program reads. */
const known = Array.from(
  readFileSync(path.join(import.meta.dirname, '../headless.ts'), 'utf8').matchAll(/process\.env\['(\w+)'\]/g),
  ([, name]) => name,
);

const fresh = storedInstallation.parse({
  installationId: '5d1f0a9e-3c8e-4b1e-8a53-0f6a4f0d2b77',
  setUp: false,
  operators: [],
  channels: [],
  bots: [],
});

const seconds = (text: string): number => Number(/^(\d+)s$/.exec(text)?.[1]) * 1000;

describe('the compose file of a cluster', () => {
  const service = z.object({
    hostname: z.string().optional(),
    command: z.array(z.string()).optional(),
    environment: z.record(z.string(), z.string()).default({}),
    volumes: z.array(z.string()).default([]),
    stop_grace_period: z.string().default(''),
    networks: z.unknown(),
  });
  const { services } = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(deploy('cluster/compose.yaml'), { merge: true }));
  const nodes = Object.entries(services).filter(([name]) => name.startsWith('node-'));
  const filledIn = (text: string): string =>
    text.replaceAll(/\$\{\w+(?::-(\w*)|:\?[^}]*)?\}/g, (_whole, usual) => usual ?? 'x');

  test.each(nodes)('starts %s with options that it accepts, and a name of its own', (name, node) => {
    const env = Object.fromEntries(Object.entries(node.environment).map(([key, value]) => [key, filledIn(value)]));
    const options = optionsOf((node.command ?? []).map(filledIn), env);
    expect(options.database?.url).toBe('postgres://counterbell:x@primary/counterbell');
    expect(options).toMatchObject({ provisionFile: '/run/secrets/provision', consoleHosts: ['x'] });
    expect(node.hostname).toBe(name);
    expect(node.volumes).toContain(`media:${options.database?.media}`);
    expect(known).toEqual(expect.arrayContaining(Object.keys(node.environment)));
    expect(options.drain).toBeGreaterThan(2000);
    expect(seconds(node.stop_grace_period)).toBeGreaterThan(options.drain);
  });

  test('has Caddy pass both servers on to all nodes, and look whether they are ready', () => {
    const caddy = deploy('cluster/Caddyfile');
    const { listener, console } = optionsOf([], {});
    for (const { port } of [listener, console])
      expect(caddy).toContain(`reverse_proxy ${nodes.map(([name]) => `${name}:${port}`).join(' ')} {`);
    expect(nodes).toHaveLength(2);
    expect(caddy).toContain('health_uri /ready');
    expect(caddy).toContain(`health_port ${listener.port}`);
  });

  test('gives Caddy the address that the provision trusts', () => {
    const { own } = applyProvision(fresh, JSON.parse(deploy('provision.example.json'))).connection;
    expect(services['caddy']?.networks).toEqual({ front: { ipv4_address: own.trustedProxies[0] } });
  });

  test('has the primary wait for the standby by its name', () => {
    const [, name] = /synchronous_standby_names = '(\w+)'/.exec(deploy('cluster/primary.sh')) ?? [];
    expect(deploy('cluster/standby.sh')).toContain(`-c cluster_name=${name} `);
  });
});

describe('the Kubernetes manifests', () => {
  const named = z.object({ name: z.string() });
  const container = z.object({
    args: z.array(z.string()),
    ports: z.array(named.extend({ containerPort: z.int() })),
    readinessProbe: z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
    volumeMounts: z.array(named.extend({ mountPath: z.string() })),
  });
  const pod = z.object({
    containers: z.tuple([container]),
    volumes: z.array(named),
    terminationGracePeriodSeconds: z.int(),
  });
  const labels = z.record(z.string(), z.string());
  const documents = parseAllDocuments(deploy('cluster/kubernetes.yaml')).map((document): unknown => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS();
  });
  const objects = z.array(z.looseObject({ kind: z.string(), metadata: named })).parse(documents);
  const the = <S extends z.ZodType>(kind: string, schema: S, name = 'counterbell'): z.infer<S> =>
    schema.parse(objects.find((each) => each.kind === kind && each.metadata.name === name));
  const deployment = the(
    'Deployment',
    z.object({
      spec: z.object({
        selector: z.object({ matchLabels: labels }),
        template: z.object({ metadata: z.object({ labels }), spec: pod }),
      }),
    }),
  ).spec;
  const [node] = deployment.template.spec.containers;
  const secrets = z.object({ stringData: z.record(z.string(), z.string()) });

  test('start nodes with options and an environment that they accept', () => {
    const { stringData } = the('Secret', secrets);
    const options = optionsOf(node.args, stringData);
    expect(known).toEqual(expect.arrayContaining(Object.keys(stringData)));
    expect(options.consoleHosts).toEqual(['desk.example']);
    expect(options.drain).toBeGreaterThan(2000);
    expect(deployment.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(options.drain);
    const provision = JSON.parse(the('Secret', secrets, 'counterbell-provision').stringData['provision.json'] ?? '');
    expect(applyProvision(fresh, provision).connection.own.publicUrl).toBe('https://chat.example');
    expect(path.dirname(options.provisionFile ?? '')).toBe(
      node.volumeMounts.find(({ name }) => name === 'provision')?.mountPath,
    );
    expect(node.volumeMounts).toContainEqual({ name: 'media', mountPath: options.database?.media });
    expect(node.ports).toEqual([
      { name: 'listener', containerPort: options.listener.port },
      { name: 'console', containerPort: options.console.port },
    ]);
  });

  test('fit together: ports, labels and volumes are there by the names that are used', () => {
    const ports = node.ports.map(({ name }) => name);
    const service = the(
      'Service',
      z.object({ spec: z.object({ selector: labels, ports: z.array(named.extend({ targetPort: z.string() })) }) }),
    ).spec;
    expect(service.ports.map(({ targetPort }) => targetPort)).toEqual(ports);
    expect(service.ports.map(({ name }) => name)).toEqual(ports);
    for (const selected of [service.selector, deployment.selector.matchLabels])
      expect(deployment.template.metadata.labels).toEqual(selected);
    expect(node.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'listener' });
    const backend = z.object({ service: named.extend({ port: named }) });
    const rule = z.object({ host: z.string(), http: z.object({ paths: z.tuple([z.object({ backend })]) }) });
    const { rules, tls } = the(
      'Ingress',
      z.object({ spec: z.object({ rules: z.array(rule), tls: z.tuple([z.object({ hosts: z.array(z.string()) })]) }) }),
    ).spec;
    expect(rules.map(({ http }) => http.paths[0].backend.service)).toEqual(
      ports.map((name) => ({ name: 'counterbell', port: { name } })),
    );
    expect(rules.map(({ host }) => host)).toEqual(tls[0].hosts);
    expect(node.volumeMounts.map(({ name }) => name)).toEqual(deployment.template.spec.volumes.map(({ name }) => name));
  });
});

import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '#main/engine/engine.ts';
import type { Figures } from '#main/engine/figures.ts';
import type { Authenticator } from './sign-in.ts';

export interface MetricsOptions {
  readonly engine: Pick<Engine, 'figures' | 'isReady'>;
  readonly authenticator: Pick<Authenticator, 'fail' | 'reject'>;
  readonly token: string;
  readonly version: string;
  readonly nodeName?: string | undefined;
}

/** Milliseconds between two looks at the event loop, which an idle one shows as its lag. */
const RESOLUTION = 10;
const LAG = 'Time until the event loop comes round, since the last scrape';

type Metric = readonly [name: string, type: 'counter' | 'gauge', help: string, value: number, labels?: string];

/** `GET /metrics` in the text format of Prometheus (0.0.4), for whoever has the token. */
export function metricsRoute(app: FastifyInstance, options: MetricsOptions): void {
  const { engine, authenticator, version, nodeName = '' } = options;
  const expected = digest(`Bearer ${options.token}`);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  app.addHook('onClose', async () => delay.disable());

  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return authenticator.reject(reply, authenticator.fail(request));
    const isReady = await engine.isReady();
    const metrics: readonly Metric[] = [
      ['counterbell_info', 'gauge', 'Version and node', 1, `{version="${version}",node="${nodeName}"}`],
      ['counterbell_ready', 'gauge', '1 while messages can be stored and it is not going to stop', Number(isReady)],
      // Without the database there are none.
      ...(isReady ? ofFigures(await engine.figures()) : []),
      ...ofProcess(delay),
    ];
    delay.reset();
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(metrics.map(toText).join(''));
  });
}

function ofFigures(figures: Figures): readonly Metric[] {
  return [
    ['counterbell_chats_open', 'gauge', 'Open chats', figures.open],
    ['counterbell_chats_waiting', 'gauge', 'Chats in Waiting', figures.waiting],
    ['counterbell_chats_undelivered', 'gauge', 'Chats with a reply that was not delivered', figures.failed],
    ['counterbell_deliveries_sending', 'gauge', 'Replies that are not delivered yet', figures.sending],
    ['counterbell_messages_received_total', 'counter', 'Messages from customers since the start', figures.received],
    ['counterbell_messages_sent_total', 'counter', 'Messages to customers since the start', figures.sent],
    ['counterbell_windows', 'gauge', 'Open windows of operators', figures.windows],
    ['counterbell_visitors', 'gauge', 'Visitors on websites', figures.visitors],
    ...(figures.node === undefined ? [] : ofNodes(figures.nodes, figures.node)),
  ];
}

function ofNodes(count: number, { leads, behind, listens }: NonNullable<Figures['node']>): readonly Metric[] {
  return [
    ['counterbell_nodes', 'gauge', 'Nodes that are alive', count],
    ['counterbell_leads', 'gauge', '1 on the node that sends replies and does what falls due', Number(leads)],
    ['counterbell_behind', 'gauge', 'Transactions since the last that this node had taken over 2 s ago', behind],
    ['counterbell_listens', 'gauge', '1 while notices of PostgreSQL arrive', Number(listens)],
  ];
}

/** Under the names that other programs give them, so that existing dashboards show them. */
function ofProcess(delay: ReturnType<typeof monitorEventLoopDelay>): readonly Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const start = Date.now() / 1000 - process.uptime();
  return [
    ['process_start_time_seconds', 'gauge', 'Start of the process since the Unix epoch', Math.round(start)],
    ['process_cpu_seconds_total', 'counter', 'Processor time, of users and the system', (user + system) / 1e6],
    ['process_resident_memory_bytes', 'gauge', 'Memory', rss],
    ['nodejs_heap_size_used_bytes', 'gauge', 'Memory of the main thread’s objects', heapUsed],
    ['nodejs_eventloop_lag_p99_seconds', 'gauge', `${LAG}, 99 of 100 turns`, delay.percentile(99) / 1e9],
    ['nodejs_eventloop_lag_max_seconds', 'gauge', `${LAG}, the longest turn`, delay.max / 1e9],
  ];
}

function toText([name, type, help, value, labels = '']: Metric): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name}${labels} ${value}\n`;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import autocannon, { type Request, type Result } from 'autocannon';

export interface Load {
  readonly requestsPerSecond: number;
  /** milliseconds for each response */
  readonly latencies: readonly number[];
}

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly amount: number;
  readonly body: () => string;
  /** besides the content type, created for each request */
  readonly headers?: () => Readonly<Record<string, string>>;
}

/** Posts this many bodies over this many parallel connections. Throws unless each is answered with 200. */
export function postMany({ body, headers, ...load }: LoadOptions): Promise<Load> {
  return askMany({
    ...load,
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      setupRequest: (request) => ({
        ...request,
        body: body(),
        ...(headers !== undefined && { headers: { 'content-type': 'application/json', ...headers() } }),
      }),
    },
  });
}

/** Fetches a URL this many times over this many parallel connections. Throws unless each is answered with 200. */
export function getMany(load: Pick<LoadOptions, 'url' | 'connections' | 'amount'>): Promise<Load> {
  return askMany({ ...load, request: { method: 'GET' } });
}

async function askMany({
  url,
  connections,
  amount,
  request,
}: Pick<LoadOptions, 'url' | 'connections' | 'amount'> & { readonly request: Request }): Promise<Load> {
  const latencies: number[] = [];
  const begun = performance.now();
  let ended = begun;
  const result = await new Promise<Result>((resolve, reject) => {
    const running = autocannon({ url, connections, amount, timeout: 30, requests: [request] }, (error: unknown, done) =>
      error instanceof Error ? reject(error) : resolve(done),
    );
    // Its own clock has a resolution of seconds.
    running.on('response', (_client, _status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      ended = performance.now();
    });
  });
  const { errors, timeouts, non2xx } = result;
  if (errors + non2xx > 0)
    throw new Error(
      `of ${amount} requests ${non2xx} were answered with another status, ${errors} had no answer (${timeouts} of them in time)`,
    );
  return { requestsPerSecond: (latencies.length * 1000) / (ended - begun), latencies };
}

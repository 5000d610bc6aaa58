import autocannon, { type Result } from 'autocannon';

export interface Load {
  readonly requestsPerSecond: number;
  /** milliseconds, one for each answer */
  readonly latencies: readonly number[];
}

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly amount: number;
  readonly body: () => string;
}

/** Posts so many bodies over so many connections at once. Throws where one is not answered with 200. */
export async function postMany({ url, connections, amount, body }: LoadOptions): Promise<Load> {
  const latencies: number[] = [];
  const result = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections,
        amount,
        requests: [{ method: 'POST', headers: { 'content-type': 'application/json' }, setupRequest: (request) => ({ ...request, body: body() }) }],
      },
      (error: unknown, done) => (error instanceof Error ? reject(error) : resolve(done)),
    );
    running.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${amount} requests to ${new URL(url).origin} failed`);
  return { requestsPerSecond: latencies.length / result.duration, latencies };
}

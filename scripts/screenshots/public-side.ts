import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificate } from '../../test/fixtures/certificates.ts';

/** A web server before the demo's listener, with a certificate that the demo believes. */
export interface PublicSide {
  readonly url: string;
  /** passes requests on from now on */
  readonly leadTo: (listener: string) => void;
  readonly stop: () => void;
}

export async function startPublicSide(): Promise<PublicSide> {
  let listener = '';
  const server = createServer(certificate('trusted'), (asked, answered) => {
    const { method = 'GET', url = '/', headers } = asked;
    const passed = request(`${listener}${url}`, { method, headers }, (came) =>
      came.pipe(answered.writeHead(came.statusCode ?? 502, came.headers)),
    );
    passed.on('error', () => answered.destroy());
    asked.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (to) => {
      listener = to;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

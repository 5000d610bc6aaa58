import { connect } from 'node:net';
import { Agent, request } from 'undici';

/** Floods, guesses, slow and broken requests, from other addresses of this computer, until the process is ended. Prints `ready` once all floods are refused. */
const [, , channelUrl = ''] = process.argv;
const { origin, hostname, port } = new URL(channelUrl);
const FLOODERS = ['127.0.9.1', '127.0.9.2', '127.0.9.3', '127.0.9.4'];
const GUESSERS = ['127.0.9.5', '127.0.9.6'];
const CONNECTIONS = 32;
const SLOW = 400;
const BROKEN = 4;

let refused = 0;
for (const localAddress of FLOODERS) flood(localAddress, () => `${channelUrl}/status`);
for (const localAddress of GUESSERS) flood(localAddress, () => `${origin}/${Math.random()}/shop`);
for (let each = 0; each < SLOW; each += 1) slow(`127.0.9.${7 + (each % 2)}`);
for (let each = 0; each < BROKEN; each += 1) broken();

function flood(localAddress: string, url: () => string): void {
  const dispatcher = new Agent({ localAddress, connections: CONNECTIONS, pipelining: 1 });
  let wasRefused = false;
  const ask = async (): Promise<void> => {
    const { statusCode, body } = await request(url(), { dispatcher });
    await body.dump();
    if (statusCode !== 429 || wasRefused) return;
    wasRefused = true;
    refused += 1;
    if (refused === FLOODERS.length + GUESSERS.length) console.log('ready');
  };
  const repeat = (): void =>
    void ask()
      .catch(() => undefined)
      .then(repeat);
  for (let each = 0; each < CONNECTIONS; each += 1) repeat();
}

/** Never completes its request. */
function slow(localAddress: string): void {
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  socket.write(`POST ${new URL(channelUrl).pathname} HTTP/1.1\r\nHost: shop\r\nContent-Length: 5000\r\n\r\n`);
  const dripping = setInterval(() => socket.write(' '), 1000);
  socket.resume().once('close', () => {
    clearInterval(dripping);
    slow(localAddress);
  });
}

/** One connection after another without HTTP. */
function broken(): void {
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.9.9' });
  socket.on('error', () => undefined);
  socket.end('POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n');
  socket.resume().once('close', broken);
}

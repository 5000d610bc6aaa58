import { once } from 'node:events';
import { WebSocket } from 'ws';
import { PING_INTERVAL } from '#shared/site/frames.ts';

// Opens this many windows without a token at the address, prints a line when all are welcome, and answers their pings.

const [address = '', amount = '0'] = process.argv.slice(2);
const AT_ONCE = 100;
const HELLO = JSON.stringify({
  kind: 'hello',
  version: 1,
  language: 'en-GB',
  page: { url: 'https://bella-lamps.example/lamps/oak', title: 'Oak lamp – Bella Lamps' },
});

async function open(): Promise<void> {
  const socket = new WebSocket(address.replace(/^http/, 'ws'), { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(HELLO);
  await once(socket, 'message', { signal: AbortSignal.timeout(PING_INTERVAL) });
  socket.on('message', () => socket.send('{"kind":"pong"}'));
  socket.on('close', (code) => {
    console.error(`a visitor's connection ended with ${code}`);
    process.exit(1);
  });
}

for (let opened = 0; opened < Number(amount); opened += AT_ONCE)
  await Promise.all(Array.from({ length: AT_ONCE }, open));
console.log('all are welcome');

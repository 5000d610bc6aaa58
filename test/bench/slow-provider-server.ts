import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bot provider that takes 2.9 seconds for every event. Sends its parent its address, and on request, a message once it is idle. */
const TAKES = 2_900;
/** Milliseconds without an event after which it counts as idle. */
const QUIET = 1_000;

let underWay = 0;
let quiet: NodeJS.Timeout | undefined;
let isAsked = false;

function settle(): void {
  clearTimeout(quiet);
  if (!isAsked || underWay > 0) return;
  quiet = setTimeout(() => {
    isAsked = false;
    process.send?.('quiet');
  }, QUIET);
}

const server = createServer((request, response) => {
  request.resume();
  underWay += 1;
  settle();
  setTimeout(() => {
    response.writeHead(200).end();
    underWay -= 1;
    settle();
  }, TAKES);
});

process.on('message', () => {
  isAsked = true;
  settle();
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** Baseline for messages between two browsers: a page that passes lines on over a WebSocket. Prints its address; ends with SIGTERM. */
const PAGE = `<!doctype html><title>Bare</title><textarea></textarea><div role="log"></div><script>
const socket = new WebSocket(location.origin.replace('http', 'ws'));
const field = document.querySelector('textarea');
socket.onmessage = ({ data }) => {
  const line = document.createElement('p');
  line.textContent = data;
  document.querySelector('[role="log"]').append(line);
};
field.onkeydown = (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  socket.send(field.value);
  field.value = '';
};
</script>`;

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(PAGE);
});
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) => {
  socket.on('message', (line: Buffer) => {
    for (const other of sockets.clients) if (other !== socket) other.send(line.toString());
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`));

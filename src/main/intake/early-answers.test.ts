import Fastify from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { endAfterEarlyAnswers } from './early-answers.ts';

test('a request answered twice before its body arrived gets the first answer, and the server keeps running', async () => {
  const app = Fastify();
  endAfterEarlyAnswers(app);
  app.addHook('onRequest', (_request, reply) => {
    void reply.send('first');
    void reply.send('second');
  });
  app.post('/', () => 'never');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 10\r\n\r\n');
  await once(socket, 'end');
  socket.destroy();
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer).toContain('first');
  await app.close();
});

test('a refused upload is read to its end, however long, and then its connection ends', async () => {
  const app = Fastify();
  endAfterEarlyAnswers(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.post('/', { config: { isSlow: true }, bodyLimit: 1e9 }, (_request, reply) => reply.code(403).send('no'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const rest = Buffer.alloc(8 * 1024 * 1024);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write(`POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: ${rest.length}\r\n\r\n`);
  await once(socket, 'data');
  const ended = once(socket, 'end');
  await new Promise((resolve) => socket.write(rest, resolve));
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*\r\nconnection: close\r\n[^]*no$/i);
  await app.close();
});

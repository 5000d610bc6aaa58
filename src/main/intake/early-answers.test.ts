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

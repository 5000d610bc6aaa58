import fastify from 'fastify';

/** What the listener is measured against: Fastify with nothing behind it. Prints its address; ends with SIGTERM. */
const server = fastify();
server.post('/secret/channel', () => ({ result: 'ok' }));
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));

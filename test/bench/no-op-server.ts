import fastify from 'fastify';

/** Baseline for the listener: bare Fastify. Prints its address; ends with SIGTERM. */
const server = fastify();
server.post('/secret/channel', () => ({ result: 'ok' }));
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));

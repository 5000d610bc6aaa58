import fastifyStatic from '@fastify/static';
import fastify from 'fastify';

/** Baseline for hosted files: the folder in the first argument, served by `@fastify/static` alone. Prints its address; ends with SIGTERM. */
const [, , root = '.'] = process.argv;
const server = fastify();
await server.register(fastifyStatic, { root });
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));

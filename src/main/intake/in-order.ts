import type { RequestListener, Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * Handles the requests of one connection one after another, as their answers go out: a client that sends many at once
 * (pipelining) opens no more files than one that waits for each answer. Call before other `request` listeners are added.
 */
export function answerInOrder(server: Server | HttpsServer): void {
  const answers = server.listeners('request') as RequestListener[];
  const queues = new WeakMap<Socket, (() => void)[]>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const handle = (): void => {
      if (socket.destroyed) return;
      response.once('close', () => {
        const next = queues.get(socket)?.shift();
        if (next === undefined) queues.delete(socket);
        else next();
      });
      for (const answer of answers) answer.call(server, request, response);
    };
    const queue = queues.get(socket);
    if (queue !== undefined) queue.push(handle);
    else {
      queues.set(socket, []);
      handle();
    }
  });
}

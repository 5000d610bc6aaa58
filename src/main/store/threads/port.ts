import { parentPort, type MessagePort } from 'node:worker_threads';

/** The port to the parent thread. */
export function programPort(): MessagePort {
  if (parentPort === null) throw new Error('This file runs as a worker thread of the store');
  return parentPort;
}

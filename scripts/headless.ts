import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildIfStale } from './build.ts';
import { passThrough } from './child.ts';

const entry = path.resolve(import.meta.dirname, '../out/main/headless.js');

await buildIfStale();
process.exitCode = await passThrough(spawn(process.execPath, [entry, ...process.argv.slice(2)], { stdio: 'inherit' }));

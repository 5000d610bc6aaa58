import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import config from '../electron.vite.config.ts';
import { exitWith, runHeadless } from './child.ts';

const root = path.resolve(import.meta.dirname, '..');

/** `npm run dev:headless`: a headless engine and its pages run from their sources, with hot reload of the pages. */
function develop(): Promise<number> {
  const here = ['--data-dir', '.cache/dev-data', '--listener', '127.0.0.1:0', '--console', '127.0.0.1:0'];
  return runHeadless('src/main/headless.ts', [...here, ...process.argv.slice(2)], async (ready) => {
    const pages = await servePages(ready.console);
    const [address = ''] = pages.resolvedUrls?.local ?? [];
    process.stdout.write(
      `\n  Open          ${address}${new URL(ready.accessUrl).search}\n  Customers at  ${ready.listener}\n\n`,
    );
    return () => pages.close();
  });
}

/** Requests to the engine are proxied to its console; the Host header is kept so that its own checks apply here too. */
async function servePages(console: string): Promise<ViteDevServer> {
  const target = { target: console, changeOrigin: false };
  const server = await createServer({
    ...pageConfig(),
    build: {},
    configFile: false,
    root: path.join(root, 'src/renderer'),
    server: {
      host: '127.0.0.1',
      proxy: {
        '/rpc': target,
        '/media': target,
        '/session': target,
        '/sign-out': target,
        '^/\\?key=': target,
        '/events': { ...target, ws: true },
      },
    },
  });
  return server.listen();
}

function pageConfig() {
  if (typeof config !== 'object' || 'then' in config)
    throw new Error('electron.vite.config.ts no longer exports a plain object');
  return config.renderer;
}

await exitWith(develop());

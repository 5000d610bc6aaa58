import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** For screenshots: the same on every machine. */
const FONT = path.resolve(
  import.meta.dirname,
  '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);

/** A shop's page on an origin of its own, with the strictest policy that the window must live with. */
export async function startShop(engine: string, extra = '') {
  const host = new URL(engine).host;
  const policy = [
    `default-src 'none'`,
    `script-src http://${host}${extra === '' ? '' : " 'unsafe-inline'"}`,
    `style-src 'self'`,
    `connect-src http://${host} ws://${host}`,
    `img-src http://${host}`,
    `media-src http://${host}`,
    `font-src 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
  const further = new Map<string, string>();
  const server = createServer((request, response) => {
    if (request.url === '/shop.css') {
      response.setHeader('content-type', 'text/css');
      // Rules that would deform whatever they reach.
      return response.end(
        '@font-face{font-family:Inter;font-weight:100 900;src:url(/inter.woff2)}body{font:18px/1.6 Georgia,serif;margin:0;background:#faf6ef;color:#333}main{max-width:820px;margin:0 auto;padding:48px 24px}button,div,section{border:5px dotted red;letter-spacing:4px}.lamp{height:320px;background:#e8d9bd}@media(prefers-color-scheme:dark){body{background:#1d1a16;color:#ddd}.lamp{background:#3a3226}}',
      );
    }
    if (request.url === '/inter.woff2') {
      response.setHeader('content-type', 'font/woff2');
      return response.end(readFileSync(FONT));
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const page = further.get(request.url ?? '');
    if (page !== undefined) return response.end(page);
    response.setHeader('content-security-policy', policy);
    return response.end(
      `<!doctype html><html lang="en"><head><title>Bella Lamps</title><link rel="stylesheet" href="/shop.css"><meta name="viewport" content="width=device-width, initial-scale=1">${extra}<script async src="${engine}/site/lamps.js"></script></head><body><main><h1>Bella Lamps</h1><p class="lamp"></p><p>Hand-made lamps from our workshop. Each one is different, and each is made to last.</p><p><a href="/about">About us</a></p></main></body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://localhost:${String((server.address() as AddressInfo).port)}`;
  return {
    address,
    /** adds a page without a policy; returns its address */
    addPage: (name: string, html: string): string => {
      further.set(`/${name}`, html);
      return `${address}/${name}`;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

import { withoutSlashes } from '#shared/domain/without-slashes.ts';

interface ProxySnippetOptions {
  /** what customers call; may have a path */
  readonly publicUrl: string;
  /** where the web server reaches the listener */
  readonly listenerUrl: string;
}

/** Configuration of nginx for a public address; it overwrites what the sender says of itself. */
export function nginxSnippet({ publicUrl, listenerUrl }: ProxySnippetOptions): string {
  const { hostname, path } = partsOf(publicUrl);
  return [
    `server {`,
    `    listen 443 ssl;`,
    `    server_name ${hostname};`,
    `    ssl_certificate     /etc/ssl/${hostname}.pem;`,
    `    ssl_certificate_key /etc/ssl/${hostname}.key;`,
    ``,
    `    location ${path}/ {`,
    `        proxy_pass ${listenerUrl}/;`,
    `        proxy_http_version 1.1;`,
    `        proxy_set_header Host $host;`,
    `        proxy_set_header X-Forwarded-For $remote_addr;`,
    `        proxy_set_header X-Forwarded-Proto $scheme;`,
    `        client_max_body_size 1m;`,
    `    }`,
    `}`,
  ].join('\n');
}

/** Configuration of Caddy, which gets its certificate by itself and says truly who sent a request. */
export function caddySnippet({ publicUrl, listenerUrl }: ProxySnippetOptions): string {
  const { hostname, path } = partsOf(publicUrl);
  const upstream = listenerUrl.replace(/^http:\/\//, '');
  if (path === '') return [`${hostname} {`, `    reverse_proxy ${upstream}`, `}`].join('\n');
  return [`${hostname} {`, `    handle_path ${path}/* {`, `        reverse_proxy ${upstream}`, `    }`, `}`].join('\n');
}

function partsOf(publicUrl: string): { readonly hostname: string; readonly path: string } {
  if (!URL.canParse(publicUrl)) return { hostname: 'chat.example.com', path: '' };
  const { hostname, pathname } = new URL(publicUrl);
  return { hostname, path: withoutSlashes(pathname) };
}

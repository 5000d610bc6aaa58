import { describe, expect, it } from 'vitest';
import { platformOf } from '../parts/snippet.tsx';
import { caddySnippet, firewallCommand, nginxSnippet } from './ways.tsx';

const listenerUrl = 'http://127.0.0.1:8787';

describe('configuration of a web server in front', () => {
  it('forwards a whole host name', () => {
    const nginx = nginxSnippet('https://chat.shop.example', listenerUrl);
    expect(nginx).toContain('server_name chat.shop.example;');
    expect(nginx).toContain('location / {');
    expect(nginx).toContain('proxy_pass http://127.0.0.1:8787/;');
    expect(caddySnippet('https://chat.shop.example', listenerUrl)).toBe(
      'chat.shop.example {\n    reverse_proxy 127.0.0.1:8787\n}',
    );
  });

  it('forwards part of a site without that part of its path', () => {
    expect(nginxSnippet('https://shop.example/chat/', listenerUrl)).toContain('location /chat/ {');
    expect(caddySnippet('https://shop.example/chat', listenerUrl)).toContain('handle_path /chat/* {');
  });

  it("overwrites the sender's own headers in nginx", () => {
    expect(nginxSnippet('', listenerUrl)).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  });

  it('uses an example name until there is an address', () => {
    expect(nginxSnippet('', listenerUrl)).toContain('server_name chat.example.com;');
  });
});

it('builds the firewall command of each system with the port', () => {
  expect(firewallCommand('windows', 8790)).toContain('-LocalPort 8790');
  expect(firewallCommand('ufw', 8790)).toBe('sudo ufw allow 8790/tcp');
  expect(firewallCommand('firewalld', 8790)).toContain('--add-port=8790/tcp');
  expect(firewallCommand('mac', 8790)).toBeUndefined();
});

it('detects the system of a browser', () => {
  expect(platformOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('windows');
  expect(platformOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('mac');
  expect(platformOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('linux');
});

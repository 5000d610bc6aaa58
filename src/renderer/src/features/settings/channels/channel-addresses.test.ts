import { describe, expect, it } from 'vitest';
import { curlSnippets, javascriptSnippets } from './channel-addresses.tsx';

const addresses = {
  message: "http://127.0.0.1:8787/it's-secret/shop-1",
  status: "http://127.0.0.1:8787/it's-secret/shop-1/status",
};

/** Splits a command like a POSIX shell, with single quotes, `\'` and escaped line ends. */
function shellWords(command: string): string[] {
  return Array.from(command.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g), ([word]) =>
    word.replace(/'([^']*)'|\\(')/g, (_all, inside?: string, quote?: string) => inside ?? quote ?? ''),
  );
}

describe('curl snippets', () => {
  const snippets = curlSnippets(addresses, 'https://shop.example/replies/shop-1?v=2');

  it('request the status address', () => {
    expect(shellWords(snippets.status)).toEqual(['curl', addresses.status]);
  });

  it('send a customer message as JSON, whatever the secret contains', () => {
    const [curl, address, , type, , body = ''] = shellWords(snippets.send);
    expect([curl, address, type]).toEqual(['curl', addresses.message, 'Content-Type: application/json']);
    expect(JSON.parse(body)).toMatchObject({
      sender: { id: '42' },
      message: { type: 'text', text: 'Is the blue one in stock?' },
    });
  });

  it('simulate a reply to the address that was entered, with sender, recipient and message', () => {
    const words = shellWords(snippets.replies);
    expect(words[1]).toBe('https://shop.example/replies/shop-1?v=2');
    expect(JSON.parse(words.at(-1) ?? '')).toMatchObject({
      sender: { name: 'Olga' },
      recipient: { id: '42' },
      message: { type: 'text', id: '7' },
    });
  });
});

describe('JavaScript snippets', () => {
  const snippets = javascriptSnippets(addresses, 'http://127.0.0.1:4100/replies');

  it('contain the addresses as string literals', () => {
    expect(snippets.status).toContain(JSON.stringify(addresses.status));
    expect(snippets.send).toContain(JSON.stringify(addresses.message));
  });

  it.each([
    ['http://127.0.0.1:4100/replies', 4100],
    ['http://localhost:3000', 3000],
    ['https://shop.example/replies', 3000],
  ])('receive the replies for %s on port %d', (endpoint, port) => {
    expect(javascriptSnippets(addresses, endpoint).replies).toContain(`.listen(${String(port)})`);
  });

  it('answer replies with result ok', () => {
    expect(snippets.replies).toContain("JSON.stringify({ result: 'ok' })");
  });
});

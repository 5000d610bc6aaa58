import { describe, expect, it } from 'vitest';
import { chatPageAddress, scriptLine } from './site-addresses.ts';

describe('the addresses of a window', () => {
  it('are below the public address, also with a path', () => {
    expect(scriptLine('https://chat.example/bell', { publicId: 'shop-1' })).toBe(
      '<script async src="https://chat.example/bell/site/shop-1.js"></script>',
    );
    expect(chatPageAddress('https://chat.example/bell', { publicId: 'shop-1' })).toBe(
      'https://chat.example/bell/chat/shop-1',
    );
  });

  it('are in the folder on the website of a channel that has a letterbox there', () => {
    const channel = { publicId: 'shop-1', box: { url: 'https://lamps.example/counterbell', allowPlainHttp: false } };
    expect(scriptLine('https://chat.example', channel)).toBe(
      '<script async src="https://lamps.example/counterbell/loader.js"></script>',
    );
    expect(chatPageAddress('https://chat.example', channel)).toBe('https://lamps.example/counterbell/');
  });

  it('cannot leave the attribute', () => {
    expect(scriptLine('https://chat.example/?a&b"c', { publicId: '~.x' })).toBe(
      '<script async src="https://chat.example/?a&amp;b&quot;c/site/~.x.js"></script>',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { qrCode, qrSvg } from './qr-code.ts';

const ADDRESS = 'https://chat.example/chat/shop-1';

describe('a QR code', () => {
  it('has a margin of four modules, and its three corners', () => {
    const { size, path } = qrCode(ADDRESS);
    const dark = new Set(Array.from(path.matchAll(/M(\d+) (\d+)h/g), ([, x, y]) => `${x ?? ''} ${y ?? ''}`));
    const last = size - 5;
    for (const corner of ['4 4', `${String(last)} 4`, `4 ${String(last)}`]) expect(dark).toContain(corner);
    for (const outside of ['3 4', '4 3', `${String(last + 1)} 4`]) expect(dark).not.toContain(outside);
  });

  it('is the same in a file to print', () => {
    const { size, path } = qrCode(ADDRESS);
    expect(qrSvg(ADDRESS)).toContain(`viewBox="0 0 ${String(size)} ${String(size)}"`);
    expect(qrSvg(ADDRESS)).toContain(path);
  });
});

import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrCode, qrSvg } from './qr-code.tsx';

const ADDRESS = 'https://chat.example/chat/shop-1';

describe('a QR code', () => {
  it('has a margin of four modules, and its three corners', () => {
    const { size, path } = qrCode(ADDRESS);
    const dark = new Set(Array.from(path.matchAll(/M(\d+) (\d+)h/g), ([, x, y]) => `${x ?? ''} ${y ?? ''}`));
    const last = size - 5;
    for (const corner of ['4 4', `${String(last)} 4`, `4 ${String(last)}`]) expect(dark).toContain(corner);
    for (const outside of ['3 4', '4 3', `${String(last + 1)} 4`]) expect(dark).not.toContain(outside);
  });

  it('says what was meant', () => {
    const scale = 4;
    const { size, dark } = qrCode(ADDRESS);
    const width = size * scale;
    const data = new Uint8Array(width * width * 4).fill(255);
    for (const [x, y] of dark)
      for (let row = y * scale; row < (y + 1) * scale; row += 1)
        for (let column = x * scale; column < (x + 1) * scale; column += 1)
          data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    expect(decodeQR({ width, height: width, data })).toBe(ADDRESS);
  });

  it('is the same in a file to print', () => {
    const { size, path } = qrCode(ADDRESS);
    expect(qrSvg(ADDRESS)).toContain(`viewBox="0 0 ${String(size)} ${String(size)}"`);
    expect(qrSvg(ADDRESS)).toContain(path);
  });
});

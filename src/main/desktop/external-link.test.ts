import { expect, test } from 'vitest';
import { isWebLink } from './external-link.ts';

test.each(['https://shop.example/a?b#c', 'http://192.168.1.5:8080/'])('%s may be opened in the browser', (url) => {
  expect(isWebLink(url)).toBe(true);
});

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://host/share',
  'ms-msdt:/id',
  'https://user:pass@shop.example/',
  'app://counterbell/',
  'not a link',
  '',
])('%j may not', (url) => {
  expect(isWebLink(url)).toBe(false);
});

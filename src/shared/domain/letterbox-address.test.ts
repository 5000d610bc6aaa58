import { describe, expect, it } from 'vitest';
import { isLetterboxAddress, isSafeLetterbox, readLetterboxAddress, websiteOf } from './letterbox-address.ts';

describe('the address of a letterbox', () => {
  it.each([
    ['bella-lamps.example', 'https://bella-lamps.example/counterbell'],
    [' https://bella-lamps.example/ ', 'https://bella-lamps.example/counterbell'],
    ['www.x.example/shop', 'https://www.x.example/shop/counterbell'],
    ['WWW.X.example/Shop/', 'https://www.x.example/Shop/counterbell'],
    ['https://x.example/index.php?lang=de#top', 'https://x.example/counterbell'],
    ['x.example/shop/index.html', 'https://x.example/shop/counterbell'],
    ['https://x.example/counterbell', 'https://x.example/counterbell'],
    ['https://x.example/counterbell/box.php', 'https://x.example/counterbell'],
    ['x.example/counterbells', 'https://x.example/counterbells/counterbell'],
    ['x.example:8443', 'https://x.example:8443/counterbell'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/counterbell'],
    ['localhost:8080/shop', 'http://localhost:8080/shop/counterbell'],
    ['лампы.example', 'https://xn--80avem4d.example/counterbell'],
  ])('of the website %s is %s', (typed, url) => {
    expect(readLetterboxAddress(typed)).toBe(url);
    expect(readLetterboxAddress(url)).toBe(url);
    expect([isLetterboxAddress(url), isSafeLetterbox(url)]).toEqual([true, true]);
  });

  it.each(['', 'lamps', 'ftp://x.example', 'anna@x.example', 'https://user:word@x.example', 'two words.example'])(
    'cannot be read from “%s”, which stays as it was typed',
    (typed) => {
      expect(readLetterboxAddress(typed)).toBe(typed);
      expect(isLetterboxAddress(typed)).toBe(false);
    },
  );

  it('is encrypted, unless it is on this computer', () => {
    expect(isSafeLetterbox('http://x.example/counterbell')).toBe(false);
    expect(isSafeLetterbox('http://192.168.1.10/counterbell')).toBe(false);
    expect(isSafeLetterbox('http://localhost.x.example/counterbell')).toBe(false);
    expect(isSafeLetterbox('http://[::1]:8080/counterbell')).toBe(true);
  });

  it('names the website without what Counterbell added', () => {
    expect(websiteOf('https://bella-lamps.example/counterbell')).toBe('bella-lamps.example');
    expect(websiteOf('http://127.0.0.1:8080/shop/counterbell/')).toBe('127.0.0.1:8080/shop');
  });
});

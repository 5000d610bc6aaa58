import { describe, expect, it } from 'vitest';
import { addressWithTags, tagsInAddress } from './address.tsx';

describe('tags in the inbox address', () => {
  it.each([
    ['#/', []],
    ['', []],
    ['#/?tag=vip&tag=%20Paris%20%20office%20', ['vip', 'Paris office']],
    ['#/chat/7?tag=&tag=a%26b', ['a&b']],
  ])('reads the tags of %s as %j', (hash, tags) => {
    expect(tagsInAddress(hash)).toEqual(tags);
  });

  it.each([
    ['', ['vip'], '#/?tag=vip'],
    ['#/chat/7', ['vip', 'a&b'], '#/chat/7?tag=vip&tag=a%26b'],
    ['#/chat/7?tag=old&more=1', ['new'], '#/chat/7?more=1&tag=new'],
    ['#/chat/7?tag=old', [], '#/chat/7'],
  ])('writes %s with %j as %s', (hash, tags, address) => {
    expect(addressWithTags(hash, tags)).toBe(address);
    expect(tagsInAddress(address)).toEqual(tags);
  });
});

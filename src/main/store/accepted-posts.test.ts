import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AcceptedPosts } from './accepted-posts.ts';
import { Sqlite } from './sqlite.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const digestOf = (post: string): string => hash('sha256', post, 'base64url').slice(0, 22);
const within = (since: number) => ({ since, at: 100_000 });
const [a, b] = [digestOf('a'), digestOf('b')];

test('a post is a repeat within the window, and counts as new after it', () => {
  const posts = new AcceptedPosts();
  expect(posts.isRepeat(a, within(0))).toBe(false);
  posts.accept(a, { at: 1000, since: 0 });
  expect(posts.isRepeat(a, within(999))).toBe(true);
  expect(posts.isRepeat(a, within(1000))).toBe(false);
  posts.accept(a, { at: 3000, since: 1000 });
  expect(posts.isRepeat(a, within(2000))).toBe(true);
});

test('a post whose transaction was rolled back was never accepted', () => {
  const posts = new AcceptedPosts();
  posts.accept(a, { at: 1000, since: 0 });
  posts.committed();
  posts.accept(b, { at: 1000, since: 0 });
  posts.rolledBack();
  expect(posts.isRepeat(a, within(0))).toBe(true);
  expect(posts.isRepeat(b, within(0))).toBe(false);
});

test('of a hundred thousand posts every one is known, and no other', () => {
  const posts = new AcceptedPosts();
  for (let each = 1; each <= 100_000; each += 1) posts.accept(digestOf(`${each}`), { at: each, since: 0 });
  for (let each = 1; each <= 100_000; each += 1) {
    expect(posts.isRepeat(digestOf(`${each}`), within(each - 1))).toBe(true);
    expect(posts.isRepeat(digestOf(`other ${each}`), within(0))).toBe(false);
  }
});

test('outdated posts are forgotten as new ones arrive', () => {
  const posts = new AcceptedPosts();
  for (let each = 1; each <= 10_000; each += 1) posts.accept(digestOf(`${each}`), { at: each, since: each - 100 });
  expect(posts.size).toBe(1024);
  for (let each = 9_901; each <= 10_000; each += 1)
    expect(posts.isRepeat(digestOf(`${each}`), within(9_900))).toBe(true);
});

describe('a post from the future', () => {
  const span = (at: number) => ({ since: at - 24 * HOUR, at });

  test('is no repeat, and the equal one that came after it counts from its own time', () => {
    const posts = new AcceptedPosts();
    posts.accept(a, span(40 * DAY));
    expect(posts.isRepeat(a, span(9 * DAY))).toBe(false);
    posts.accept(a, span(9 * DAY));
    expect(posts.isRepeat(a, span(9 * DAY + HOUR))).toBe(true);
    expect(posts.isRepeat(a, span(10 * DAY + HOUR))).toBe(false);
    expect(posts.isRepeat(a, span(40 * DAY + HOUR))).toBe(false);
  });

  test('is one again when the clock is right again, and while it is only adjusted', () => {
    const posts = new AcceptedPosts();
    posts.accept(a, span(40 * DAY));
    expect(posts.isRepeat(a, span(40 * DAY - 2000))).toBe(true);
    expect(posts.isRepeat(a, span(9 * DAY))).toBe(false);
    expect(posts.isRepeat(a, span(40 * DAY + HOUR))).toBe(true);
  });

  test('hides no older one when they are loaded, and the latest of equal ones counts', () => {
    using sqlite = new Sqlite(':memory:', { readOnly: false });
    sqlite.exec('CREATE TABLE messages (id INTEGER PRIMARY KEY, digest TEXT, at INTEGER)');
    const c = digestOf('c');
    for (const [digest, at] of [
      [a, 10 * DAY],
      [b, 10 * DAY],
      [b, 41 * DAY],
      [c, 10 * DAY + 2 * HOUR],
      [c, 10 * DAY + HOUR],
    ] as const)
      sqlite.run`INSERT INTO messages (digest, at) VALUES (${digest}, ${at})`;
    const posts = new AcceptedPosts();
    posts.load(sqlite, span(10 * DAY + 3 * HOUR));
    expect(posts.isRepeat(a, span(10 * DAY + 3 * HOUR))).toBe(true);
    expect(posts.isRepeat(b, span(10 * DAY + 3 * HOUR))).toBe(true);
    expect(posts.isRepeat(c, span(11 * DAY + 90 * 60_000))).toBe(false);
  });
});

import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { AcceptedPosts } from './accepted-posts.ts';

const digestOf = (post: string): string => hash('sha256', post, 'base64url').slice(0, 22);
const [a, b] = [digestOf('a'), digestOf('b')];

test('a post is a repeat within the window, and counts as new after it', () => {
  const posts = new AcceptedPosts();
  expect(posts.isRepeat(a, 0)).toBe(false);
  posts.accept(a, 1000, 0);
  expect(posts.isRepeat(a, 999)).toBe(true);
  expect(posts.isRepeat(a, 1000)).toBe(false);
  posts.accept(a, 3000, 1000);
  expect(posts.isRepeat(a, 2000)).toBe(true);
});

test('a post whose transaction was rolled back was never accepted', () => {
  const posts = new AcceptedPosts();
  posts.accept(a, 1000, 0);
  posts.committed();
  posts.accept(b, 1000, 0);
  posts.rolledBack();
  expect(posts.isRepeat(a, 0)).toBe(true);
  expect(posts.isRepeat(b, 0)).toBe(false);
});

test('of a hundred thousand posts every one is known, and no other', () => {
  const posts = new AcceptedPosts();
  for (let each = 1; each <= 100_000; each += 1) posts.accept(digestOf(`${each}`), each, 0);
  for (let each = 1; each <= 100_000; each += 1) {
    expect(posts.isRepeat(digestOf(`${each}`), each - 1)).toBe(true);
    expect(posts.isRepeat(digestOf(`other ${each}`), 0)).toBe(false);
  }
});

test('outdated posts are forgotten as new ones arrive', () => {
  const posts = new AcceptedPosts();
  for (let each = 1; each <= 10_000; each += 1) posts.accept(digestOf(`${each}`), each, each - 100);
  expect(posts.size).toBe(1024);
  for (let each = 9_901; each <= 10_000; each += 1) expect(posts.isRepeat(digestOf(`${each}`), 9_900)).toBe(true);
});

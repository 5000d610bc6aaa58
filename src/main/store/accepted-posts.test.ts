import { expect, test } from 'vitest';
import { AcceptedPosts } from './accepted-posts.ts';

test('a post is a repeat within the window, and counts as new after it', () => {
  const posts = new AcceptedPosts();
  expect(posts.isRepeat('a', 0)).toBe(false);
  posts.accept('a', 1000, 0);
  expect(posts.isRepeat('a', 999)).toBe(true);
  expect(posts.isRepeat('a', 1000)).toBe(false);
  posts.accept('a', 3000, 1000);
  expect(posts.isRepeat('a', 2000)).toBe(true);
});

test('a post whose transaction was rolled back was never accepted', () => {
  const posts = new AcceptedPosts();
  posts.accept('a', 1000, 0);
  posts.committed();
  posts.accept('b', 1000, 0);
  posts.rolledBack();
  expect(posts.isRepeat('a', 0)).toBe(true);
  expect(posts.isRepeat('b', 0)).toBe(false);
});

test('outdated posts are forgotten as new ones arrive', () => {
  const posts = new AcceptedPosts();
  for (let each = 0; each < 100; each += 1) posts.accept(`old ${each}`, 1000, 0);
  for (let each = 0; each < 100; each += 1) posts.accept(`new ${each}`, 5000, 2000);
  expect(posts.size).toBe(100);
});

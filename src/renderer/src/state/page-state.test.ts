import { expect, it } from 'vitest';
import { followKeyboard } from './page-state.ts';

function phone({ isTouch = true } = {}) {
  const seen = Object.assign(new EventTarget(), { height: 800, scale: 1 });
  const style = { height: '' };
  const scrolls: number[] = [];
  const page = {
    visualViewport: seen,
    innerHeight: 800,
    matchMedia: () => ({ matches: isTouch }),
    document: { documentElement: { style } },
    scrollTo: (_x: number, y: number) => scrolls.push(y),
  } as unknown as Window;
  const resize = (height: number, scale = 1): void => {
    Object.assign(seen, { height, scale });
    seen.dispatchEvent(new Event('resize'));
  };
  return { page, style, scrolls, resize };
}

it('the page ends above a keyboard that covers it, and is whole again afterwards', () => {
  const { page, style, scrolls, resize } = phone();
  const stop = followKeyboard(page);
  resize(460);
  expect([style.height, scrolls]).toEqual(['460px', [0]]);
  resize(800);
  expect(style.height).toBe('');
  resize(460);
  stop();
  expect(style.height).toBe('');
  resize(470);
  expect(style.height).toBe('');
});

it('a page enlarged with two fingers, or without touch, stays as it is', () => {
  const enlarged = phone();
  followKeyboard(enlarged.page);
  enlarged.resize(400, 2);
  expect(enlarged.style.height).toBe('');
  const desk = phone({ isTouch: false });
  followKeyboard(desk.page);
  desk.resize(400);
  expect(desk.style.height).toBe('');
});

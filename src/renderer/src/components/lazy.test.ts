import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { lazy, loadWithRetry } from './lazy.tsx';

const Greeting = ({ name }: { readonly name: string }) => createElement('p', null, `Hello ${name}`);

describe('a lazy part', () => {
  it('is shown once its code is loaded', async () => {
    const code = Promise.withResolvers<typeof Greeting>();
    const Part = lazy(
      () => code.promise,
      () => 'waits',
    );
    const shown = () => renderToString(createElement(Part, { name: 'Anna' }));
    expect(shown()).toContain('waits');
    code.resolve(Greeting);
    await vi.waitFor(() => expect(shown()).toContain('Hello Anna'));
  });

  it('is there at once if it was loaded ahead, once for all', async () => {
    const get = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting);
    const Part = lazy(get, () => 'waits');
    await Promise.all([Part.load(), Part.load()]);
    expect(renderToString(createElement(Part, { name: 'Anna' }))).toBe('<p>Hello Anna</p>');
    expect(get).toHaveBeenCalledOnce();
  });
});

describe('code', () => {
  it('is asked for again after a failure while the server is up, once', async () => {
    let asked = 0;
    const get = async () => {
      asked += 1;
      if (asked <= 3) throw new Error('not to be had');
      return Greeting;
    };
    const isServed = async () => true;
    await expect(loadWithRetry(get, isServed)).rejects.toThrow('not to be had');
    expect(asked).toBe(2);
    await expect(loadWithRetry(get, isServed)).resolves.toBe(Greeting);
  });

  it('waits while the server is down, and loads when it is back', async () => {
    vi.useFakeTimers();
    let looks = 0;
    let isAway = true;
    const get = async () => {
      if (isAway) throw new Error('Failed to fetch');
      return Greeting;
    };
    const loading = loadWithRetry(get, async () => {
      looks += 1;
      isAway = looks < 3;
      return !isAway;
    });
    await vi.advanceTimersByTimeAsync(5000);
    await expect(loading).resolves.toBe(Greeting);
    expect(looks).toBe(3);
    vi.useRealTimers();
  });
});

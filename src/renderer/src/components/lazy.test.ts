import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { i18n, localization } from '#renderer/language/i18n.ts';
import { ENGLISH, languageOf } from '#shared/locales/languages.ts';
import { lazy } from './lazy.tsx';

const Greeting = ({ name }: { readonly name: string }) => createElement('p', null, `Hello ${name}`);

describe('a lazy part', () => {
  it('renders without suspending once its code is loaded', async () => {
    const Part = lazy(async () => Greeting);
    const shown = () =>
      renderToStaticMarkup(createElement(Suspense, { fallback: 'waits' }, createElement(Part, { name: 'Anna' })));
    expect(shown()).toContain('waits');
    await Part.load();
    expect(shown()).toBe('<p>Hello Anna</p>');
  });

  it('is loaded with its texts in the language of the window', async () => {
    await localization.changeLanguage(languageOf('de') ?? ENGLISH, []);
    const Part = lazy(async () => {
      await import('#renderer/language/settings.ts');
      return Greeting;
    });
    await Part.load();
    expect(i18n.t('settings:sections.about')).toBe('Info');
    await localization.changeLanguage(ENGLISH, []);
  });

  it('loads once, and retries after a failure', async () => {
    let asked = 0;
    const Part = lazy(
      async () => {
        asked += 1;
        if (asked <= 2) throw new Error('not to be had');
        return Greeting;
      },
      async () => true,
    );
    await expect(Part.load()).rejects.toThrow('not to be had');
    await Part.load();
    await Part.load();
    expect(asked).toBe(3);
  });

  it('waits while the server is down, and loads when it is back', async () => {
    vi.useFakeTimers();
    let looks = 0;
    let isAway = true;
    const get = async () => {
      if (isAway) throw new Error('Failed to fetch');
      return Greeting;
    };
    const Part = lazy(get, async () => {
      looks += 1;
      isAway = looks < 3;
      return !isAway;
    });
    const loading = Part.load();
    await vi.advanceTimersByTimeAsync(5000);
    await loading;
    expect(looks).toBe(3);
    vi.useRealTimers();
  });

  it('runs an action as soon as it is loaded', async () => {
    const Part = lazy(async () => Greeting);
    const acted: string[] = [];
    await new Promise<void>((resolve) => {
      Part.whenLoaded(() => {
        acted.push('first');
        resolve();
      });
      acted.push('waits');
    });
    Part.whenLoaded(() => acted.push('at once'));
    expect(acted).toEqual(['waits', 'first', 'at once']);
  });
});

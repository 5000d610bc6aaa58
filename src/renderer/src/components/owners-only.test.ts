import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { i18n, localization } from '#renderer/language/i18n.ts';
import { languageFor } from '#shared/locales/languages.ts';
import { AskOwners } from './owners-only.tsx';

beforeAll(() => localization.changeLanguage(languageFor(['en-GB']), ['en-GB']));

const asked = (...owners: readonly string[]): string =>
  renderToStaticMarkup(createElement(I18nextProvider, { i18n }, createElement(AskOwners, { owners })));

it('names three owners to ask, and counts the others', () => {
  expect(asked()).toBe('');
  expect(asked('Olga')).toBe('Ask <bdi>Olga</bdi>.');
  expect(asked('Olga', 'Boris')).toBe('Ask <bdi>Olga</bdi> or <bdi>Boris</bdi>.');
  expect(asked('Olga', 'Boris', 'Zoë', 'עדי', 'Cid')).toBe(
    'Ask <bdi>Olga</bdi>, <bdi>Boris</bdi>, <bdi>Zoë</bdi> or <bdi>2 others</bdi>.',
  );
});

import { expect, it } from 'vitest';
import en from '#shared/locales/en/site.json' with { type: 'json' };
import { transcriptOf } from './window.tsx';

it('writes down who said what and when, with links to files', () => {
  const at = new Date(2026, 10, 23, 14, 5).getTime();
  const text = transcriptOf(
    [
      { id: '1', at, from: 'visitor', type: 'text', text: 'Is it\nin stock?' },
      {
        id: '2',
        at,
        from: 'operator',
        name: 'Olga',
        type: 'photo',
        text: 'Yes',
        file: { url: '/files/1/a.png', name: 'a.png' },
      },
      { id: '3', at, from: 'channel', type: 'location', location: { latitude: 52.5, longitude: 13.4 } },
    ],
    {
      status: { name: 'Bella Lamps' },
      texts: en,
      address: (path) => `https://engine.example${path}`,
      locale: 'en-GB',
    },
  );
  expect(text).toBe(`Chat with Bella Lamps

23 Nov 2026, 14:05  You: Is it
in stock?
23 Nov 2026, 14:05  Olga: Yes
Photo: a.png https://engine.example/files/1/a.png
23 Nov 2026, 14:05  Bella Lamps: Location: 52.5, 13.4
`);
});

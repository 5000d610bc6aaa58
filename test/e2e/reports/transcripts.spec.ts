import { expect, test } from '../fixtures.ts';

/** Texts that have no place to break, or read from right to left. */
const LONG = {
  'without a space': 'x'.repeat(255),
  'an address': `https://shop.example/${'a/'.repeat(60)}?${'q=1&'.repeat(60)}`,
  families: '👩‍👩‍👧‍👦'.repeat(60),
  flags: '🇩🇪'.repeat(120),
  'Hebrew without a space': 'ש'.repeat(255),
  'Arabic, joined': 'ـ'.repeat(255),
  'both directions': `${'م'.repeat(80)}${'x'.repeat(80)}${'7'.repeat(95)}`,
  'no-break spaces': 'word\u00a0'.repeat(50),
  lines: `${'-'.repeat(255)}\n\t${'='.repeat(255)}`,
};

/** The texts that are drawn beyond the edges of the page; what hangs over on the left cannot be scrolled to. */
const OVERHANGING = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const isOut = ({ left, right }) => left < 0 || right > document.documentElement.clientWidth;
    if (Array.from(range.getClientRects()).some(isOut)) found.push(node.data.slice(0, 40));
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push('the page itself');
  return found;
})()`;

const SIZES = [
  { width: 390, media: 'screen' },
  { width: 1280, media: 'screen' },
  // A4 between usual margins, in CSS pixels.
  { width: 718, media: 'print' },
] as const;

test(
  'no text hangs over the edge of an HTML transcript, on a phone, on a desk or on paper',
  {
    tag: '@thorough',
  },
  async ({ shop, host, openConsole }) => {
    for (const [name, text] of Object.entries(LONG)) {
      const sender = { id: name, name: text.slice(0, 255), email: `${'e'.repeat(60)}@shop.example`, phone: text };
      const { status } = await shop.channel.post({ sender, message: { type: 'text', text } });
      expect(status, name).toBe(200);
      const document = { type: 'document', file: 'https://shop.example/a.pdf', file_name: `${text.slice(0, 200)}.pdf` };
      expect((await shop.channel.post({ sender, message: document })).status, name).toBe(200);
    }
    const { chats } = await host.rpc('chats.list', {});
    expect(chats).toHaveLength(Object.keys(LONG).length);
    const page = await openConsole();
    await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible();
    const asked = await page.request.get(`${host.console}/media/transcripts?days=7&format=html&timeZone=UTC`);
    expect(asked.status()).toBe(200);
    const html = await asked.text();
    for (const { width, media } of SIZES) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ media });
      await page.goto('about:blank');
      await page.setContent(html);
      await expect(page.getByRole('article')).toHaveCount(2 * chats.length);
      expect(await page.evaluate(OVERHANGING), `${width} ${media}`).toEqual([]);
    }
  },
);

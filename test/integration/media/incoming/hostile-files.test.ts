import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endless } from '../../../fixtures/customer-files.ts';
import { hostile } from '../../../fixtures/hostile-files.ts';
import { type Headless, startHeadless } from '../../../fixtures/headless.ts';
import { mediaHostOf, type MediaHost, startMediaHost } from '../../../fixtures/media-host.ts';
import { picture } from '../../../fixtures/pictures.ts';

/** The file size limit in bytes, as first set. */
const LARGEST = 50 * 1024 * 1024;
const PNG = picture(60, 40);

let media: MediaHost;
let turn = 0;

beforeAll(async () => {
  media = await startMediaHost();
});
afterAll(() => media.stop());

/** The file as a separate message. */
const sent = (bytes: Uint8Array, message: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  turn += 1;
  const file = media.files.file(`/${turn}`, bytes, 'image/png');
  return media.send({ type: 'photo', file_name: `photo-${turn}.png`, file_size: bytes.byteLength, ...message, file });
};
const idOf = (id: string) => ({ id, part: 'file' }) as const;

describe('a file that is not what it seems', () => {
  test.each([
    [
      'a drawing with a script',
      hostile.svg,
      'photo.png',
      { mediaType: 'image/svg+xml', fileName: 'photo.png.svg', canRun: true },
    ],
    ['a page', hostile.html, 'photo.jpg', { mediaType: 'text/html', fileName: 'photo.jpg.html', canRun: true }],
    [
      'a script',
      hostile.shell,
      'photo.jpg',
      { mediaType: 'text/x-shellscript', fileName: 'photo.jpg.sh', canRun: true },
    ],
    [
      'an archive named .jpg',
      hostile.zip,
      'holiday.jpg',
      { mediaType: 'application/zip', fileName: 'holiday.jpg.zip', canRun: false },
    ],
    [
      'a program named .jpg',
      hostile.exe,
      'holiday.jpg',
      { mediaType: 'application/x-msdownload', fileName: 'holiday.jpg.exe', canRun: true },
    ],
    [
      'a document that is a page as well',
      hostile.pdfAndHtml,
      'offer.html',
      { mediaType: 'application/pdf', fileName: 'offer.html.pdf', canRun: false },
    ],
    [
      'a bomb of nothing',
      hostile.gzipBomb,
      'photo.png',
      { mediaType: 'application/gzip', fileName: 'photo.png.gz', canRun: false },
    ],
  ] as const)('%s is only bytes to a page', async (_what, bytes, file_name, told) => {
    const state = await media.ready(idOf(await sent(bytes, { file_name })));
    expect(state).toMatchObject({ form: 'other', size: bytes.byteLength, ...told });
    const answer = await media.get(state.url);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each([
    ['an archive', hostile.gifAndZip],
    ['a script', hostile.gifAndScript],
  ] as const)('a picture that is %s as well is only ever treated as a picture', async (_what, bytes) => {
    const state = await media.ready(idOf(await sent(bytes, { file_name: 'x.js' })));
    expect(state).toMatchObject({ form: 'image', mediaType: 'image/gif', fileName: 'x.js.gif', canRun: false });
    const { headers } = await media.get(state.url);
    expect([
      headers.get('content-type'),
      headers.get('x-content-type-options'),
      headers.get('content-security-policy'),
    ]).toEqual(['image/gif', 'nosniff', "default-src 'none'; sandbox"]);
  });

  test.each([
    ['a picture of 100 megapixels', hostile.hugePng, 'too_many_pixels'],
    ['a picture wider than any screen', hostile.widePng, 'too_many_pixels'],
    ['a moving picture of 4 gigapixels', hostile.hugeGif, 'too_many_pixels'],
    ['a photo of 4 gigapixels', hostile.hugeJpeg, 'too_many_pixels'],
    ['a photo that is cut off', hostile.cutJpeg, 'broken'],
    ['nothing at all', Buffer.alloc(0), 'broken'],
  ] as const)('%s is refused', async (_what, bytes, reason) => {
    const { used } = await media.host.rpc('media.settings', {});
    expect(await media.settled(idOf(await sent(bytes, { file_size: 10 })))).toMatchObject({ state: 'refused', reason });
    expect((await media.host.rpc('media.settings', {})).used).toBe(used);
  });

  test.each([
    ['../../x', 'x.png'],
    ['..\\..\\x.png', 'x.png'],
    ['/etc/passwd', 'passwd.png'],
    ['C:\\Windows\\win.ini', 'win.ini.png'],
    ['CON', 'file.png'],
    ['con.png', 'file.png'],
    ['LPT1.exe.png', 'file.png'],
    ['photo\u202Egpj.exe', 'photogpj.exe.png'],
    ['a\u0000b\r\nset-cookie: c=1.png', 'abset-cookie_ c=1.png'],
    ['.bashrc', 'bashrc.png'],
    ['…', '….png'],
    ['name"; filename="x.exe', 'name_; filename=_x.exe.png'],
    ['x.png. . .', 'x.png'],
    ['фото 🙂.PNG', 'фото 🙂.PNG'],
    [`${'n'.repeat(250)}.png`, `${'n'.repeat(100)}.png`],
  ])('a picture called %j is saved as %j', async (file_name, fileName) => {
    const state = await media.ready(idOf(await sent(PNG, { file_name })));
    expect(state).toMatchObject({ fileName, canRun: false });
    const { status, headers } = await media.get(`${state.url}?save=1`);
    const disposition = headers.get('content-disposition') ?? '';
    expect([status, headers.get('set-cookie'), headers.get('content-type')]).toEqual([200, null, 'image/png']);
    expect(disposition).toMatch(
      /^attachment; filename="[\x20\x21\x23-\x5B\x5D-\x7E]*"; filename\*=UTF-8''[A-Za-z0-9%._~!$&+^`|-]*$/,
    );
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(fileName);
  });
});

describe('a false body', () => {
  test(
    'without an end waits for a request, is then refused, and uses neither memory nor disk',
    { tags: ['thorough'] },
    async () => {
      const own = await mediaHostOf(startHeadless());
      const urls = Array.from({ length: 13 }, (_each, at) => own.files.at(`/endless-${at}`, endless()));
      const ids = await Promise.all(
        urls.map((file, at) =>
          own.send({ type: 'photo', file, file_name: 'photo.png', file_size: 1000 }, { id: `endless-${at}` }),
        ),
      );
      const { used } = await own.host.rpc('media.settings', {});
      let before = 0;
      for (const id of ids) {
        expect(await own.settled(idOf(id))).toEqual({ state: 'waiting' });
        await own.host.rpc('media.fetch', idOf(id));
        await expect
          .poll(() => own.settled(idOf(id)), { timeout: 20_000 })
          .toMatchObject({ state: 'refused', reason: 'too_large', canRetry: false });
        // The memory the first one allocated is enough for all.
        if (before === 0) before = await residentBytes(own.host);
      }
      expect((await own.host.rpc('media.settings', {})).used).toBe(used);
      // Twelve more were streamed, while memory normally varies by about one of them.
      expect((await residentBytes(own.host)) - before).toBeLessThan(2 * LARGEST);
      await expect.poll(own.files.connections).toBe(0);
      await own.stop();
    },
  );

  test('shorter than announced is rejected', async () => {
    const file = media.files.at('/short', (_request, response) => {
      response.writeHead(200, { 'content-length': PNG.length + 100 });
      response.write(PNG, () => response.destroy());
    });
    expect(
      await media.settled(idOf(await media.send({ type: 'photo', file, file_name: 'a.png', file_size: PNG.length }))),
    ).toEqual({ state: 'refused', reason: 'broken', canRetry: true });
  });

  test('from a server with another response is reported by its status', async () => {
    expect(
      await media.settled(
        idOf(
          await media.send({ type: 'photo', file: `${media.files.origin}/nowhere`, file_name: 'a.png', file_size: 1 }),
        ),
      ),
    ).toEqual({ state: 'refused', reason: 'status', status: 404, canRetry: true });
  });
});

async function residentBytes({ process: { pid } }: Headless): Promise<number> {
  const text = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024;
}

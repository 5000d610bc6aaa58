import { expect, test } from '../running/fixtures.ts';

/** Features that are off by default. */
const OFF = [
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'webviewTag',
  'nodeIntegration',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'enableBlinkFeatures',
] as const;
const ON = ['sandbox', 'contextIsolation', 'webSecurity'] as const;

test('no window has more privileges than a web page', async ({ desktop: { app } }) => {
  const preferences = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) =>
      (webContents as unknown as { getLastWebPreferences: () => Record<string, unknown> }).getLastWebPreferences(),
    ),
  );
  expect(preferences).toHaveLength(1);
  for (const preference of preferences) {
    expect(ON.filter((name) => preference[name] !== true)).toEqual([]);
    expect(OFF.filter((name) => Boolean(preference[name]))).toEqual([]);
  }
});

test('a page cannot embed other pages', async ({ desktop: { console } }) => {
  const framed = (tag: string, url: string): Promise<unknown> =>
    console.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('${tag}');
      frame.src = '${url}';
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective), { once: true });
      document.body.append(frame);
    })`);
  expect(await framed('iframe', 'https://shop.example/')).toBe('frame-src');
  expect(await framed('iframe', 'data:text/html,inside')).toBe('frame-src');
  expect(await framed('embed', 'https://shop.example/')).toBe('object-src');
  expect(await console.evaluate(`typeof document.createElement('webview').executeJavaScript`)).toBe('undefined');
});

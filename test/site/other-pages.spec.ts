import type { Page } from '@playwright/test';
import { TRANSLATE } from '../fixtures/translator.ts';
import { PUBLIC_ID, type FakeEngine } from './fake-engine.ts';
import { chatIn, expect, SENT, test, write } from './fixtures.ts';

/** A page of this content, whose scripts run before ours. */
const pageOf = (engine: FakeEngine, html: string): string =>
  `<!doctype html><title>Lamps</title><body style="margin:0;background:#fff">${html}<script async src="${engine.address}/site/${PUBLIC_ID}.js"></script>`;

let count = 0;

/** Opens the window by hand, types key by key and sends; a reply comes. */
async function expectTyping(page: Page, engine: FakeEngine): Promise<void> {
  const { button, field, log } = chatIn(page);
  await button.click();
  await field.click();
  const [asked, answered] = [`Is ${String((count += 1))} in stock?`, `Yes, ${String(count)} of them.`];
  await page.keyboard.type(asked.replace('ck?', 'xx'));
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('ck?');
  await expect(field).toHaveValue(asked);
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(log.getByText(asked)).toBeVisible();
  await expect(log.getByText(SENT)).toBeVisible();
  engine.say(answered);
  await expect(log.getByText(answered)).toBeVisible();
}

/** The page's dialog, as the libraries guard it, and what it guards. */
const DIALOG =
  '<div id="dialog" role="dialog" aria-label="Newsletter"><input id="email"><button>Subscribe</button></div><button id="buy" onclick="this.dataset.pressed = ``">Buy</button>';

/** What these libraries do while their dialog is open, from their sources. */
const TRAPS = {
  'the modal of Bootstrap': `
    document.addEventListener('focusin', ({ target }) => {
      if (target !== document && target !== dialog && !dialog.contains(target)) email.focus();
    });`,
  'jQuery before 3.7': `
    document.addEventListener('focus', ({ target }) => {
      if (target !== document && !dialog.contains(target)) email.focus();
    }, true);`,
  Radix: `
    let last = email;
    document.addEventListener('focusin', ({ target }) => {
      if (dialog.contains(target)) last = target; else last.focus({ preventScroll: true });
    });
    document.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget !== null && !dialog.contains(relatedTarget)) last.focus({ preventScroll: true });
    });
    document.body.style.pointerEvents = 'none';
    dialog.style.pointerEvents = 'auto';`,
  MUI: `
    const contain = () => { if (!dialog.contains(document.activeElement)) email.focus(); };
    document.addEventListener('focusin', contain);
    document.addEventListener('keydown', ({ key }) => { if (key === 'Tab') contain(); }, true);
    setInterval(() => { if (document.activeElement?.tagName === 'BODY') contain(); }, 50);`,
  'focus-trap': `
    let last = email;
    const isInside = (event) => dialog.contains(event.composedPath()[0]);
    document.addEventListener('focusin', (event) => {
      if (isInside(event)) return void (last = event.target);
      event.stopImmediatePropagation();
      last.focus();
    }, true);
    for (const type of ['mousedown', 'touchstart'])
      document.addEventListener(type, (event) => { if (!isInside(event)) event.preventDefault(); }, { capture: true, passive: false });
    document.addEventListener('click', (event) => {
      if (isInside(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') dialog.remove();
      if (event.key !== 'Tab' || isInside(event)) return;
      event.preventDefault();
      last.focus();
    }, true);`,
  'Headless UI': `
    let last = email;
    window.addEventListener('focus', (event) => {
      const { target } = event;
      if (target instanceof HTMLElement && dialog.contains(target)) return void (last = target);
      event.preventDefault();
      event.stopPropagation();
      last.focus({ preventScroll: true });
    }, true);
    dialog.addEventListener('focusout', ({ target, relatedTarget }) => {
      if (relatedTarget instanceof HTMLElement && !dialog.contains(relatedTarget)) target.focus();
    });
    document.addEventListener('mousedown', ({ target }) => { if (!dialog.contains(target)) dialog.remove(); }, true);`,
  'a handler that finds the first field': `
    window.addEventListener('focusin', ({ target }) => {
      if (!dialog.contains(target)) for (const each of dialog.children) if (!dialog.contains(document.activeElement)) each.focus();
    }, true);`,
} as const;

for (const [when, details] of [
  ['before', { tag: '@thorough' }],
  ['after', {}],
] as const)
  test(
    `typing lands in the window while a dialog opened ${when} it holds the focus`,
    details,
    async ({ page, engine, shop }) => {
      for (const [library, script] of Object.entries(TRAPS))
        await test.step(`as ${library} does`, async () => {
          const open = `(() => { ${script}; email.focus(); })()`;
          const html = `${DIALOG}${when === 'before' ? `<script>${open}</script>` : ''}`;
          await page.goto(shop.addPage('dialog', pageOf(engine, html)));
          const { button, dialog, field } = chatIn(page);
          await button.waitFor();
          if (when === 'after') await page.evaluate(open);
          const email = page.locator('#email');
          await expect(email).toBeFocused();
          await button.click();
          await expect(field).toBeFocused();
          await page.keyboard.press('Escape');
          await expect(dialog).toBeHidden();
          await expectTyping(page, engine);
          await email.click();
          await page.keyboard.type('anna@mail.example');
          await expect(email).toHaveValue('anna@mail.example');
          await field.click();
          await page.keyboard.press('Escape');
          await expect(dialog).toBeHidden();
          await page.evaluate('buy.focus()');
          await expect(email).toBeFocused();
        });
    },
  );

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a dialog that prevents all presses outside it prevents them on the page, not on the window', async ({
    page,
    engine,
    shop,
  }) => {
    await page.goto(shop.addPage('dialog', pageOf(engine, `${DIALOG}<script>${TRAPS['focus-trap']}</script>`)));
    const { button, dialog, field, log } = chatIn(page);
    await button.tap();
    await field.tap();
    await page.keyboard.type('Hello');
    await dialog.getByRole('button', { name: 'Send' }).tap();
    await expect(log.getByText(SENT)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await page.locator('#buy').tap();
    await page.locator('#email').tap();
    await page.keyboard.type('a');
    await expect(page.locator('#email')).toHaveValue('a');
    await expect(page.locator('#buy[data-pressed]')).not.toBeAttached();
  });
});

test('a form of the page hears that its field was left for the window', async ({ page, engine, shop }) => {
  const html = `<input id="email"><script>document.addEventListener('focusout', ({ target }) => { target.dataset.left = ''; })</script>`;
  await page.goto(shop.addPage('form', pageOf(engine, html)));
  await chatIn(page).button.waitFor();
  await page.locator('#email').focus();
  await chatIn(page).button.click();
  await expect(chatIn(page).field).toBeFocused();
  await expect(page.locator('#email[data-left]')).toBeAttached();
});

const STOPS = {
  'on the document': `document.addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); heard.push(event.key); }, true)`,
  'on the window': `window.addEventListener(type, (event) => { event.preventDefault(); event.stopPropagation(); }, true)`,
  'on the window, without preventing them': `window.addEventListener(type, (event) => event.stopPropagation(), true)`,
  'as they come up': `document.addEventListener(type, (event) => { event.preventDefault(); heard.push(event.key); })`,
} as const;

test('typing lands in the window of a page that takes all keys', async ({ page, engine, shop }) => {
  for (const [where, script] of Object.entries(STOPS))
    await test.step(where, async () => {
      const html = `<script>heard = []; for (const type of ['keydown', 'keypress', 'keyup']) ${script}</script>`;
      await page.goto(shop.addPage('keys', pageOf(engine, html)));
      await expectTyping(page, engine);
      expect(await page.evaluate('heard')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(chatIn(page).dialog).toBeHidden();
    });
});

const LOCKS = {
  'hides what does not fit': `document.documentElement.style.overflow = document.body.style.overflow = 'hidden'`,
  'fixes its body': `Object.assign(document.body.style, { position: 'fixed', top: '-300px', width: '100%', touchAction: 'none' })`,
  'prevents the wheel': `for (const type of ['wheel', 'touchmove']) document.addEventListener(type, (event) => event.preventDefault(), { passive: false, capture: true })`,
  'prevents it as it comes up': `for (const type of ['wheel', 'touchmove']) window.addEventListener(type, (event) => event.preventDefault(), { passive: false })`,
} as const;

test('the messages scroll on a page that locks scrolling', async ({ page, engine, shop }) => {
  for (const [how, script] of Object.entries(LOCKS))
    await test.step(`it ${how}`, async () => {
      await page.goto(
        shop.addPage('lock', pageOf(engine, `<div style="height:3000px"></div><script>${script}</script>`)),
      );
      const { button, field, log } = chatIn(page);
      await button.click();
      if (engine.visitors().length === 0) {
        await write(field, 'Hello');
        await expect(log.getByText(SENT)).toBeVisible();
        for (let at = 1; at <= 20; at += 1) engine.say(`Lamp ${String(at)}`);
      }
      const first = log.getByText('Lamp 1', { exact: true });
      await expect(log.getByText('Lamp 20')).toBeInViewport();
      await expect(first).not.toBeInViewport();
      await log.hover();
      await page.mouse.wheel(0, -5000);
      await expect(first).toBeInViewport();
    });
});

const REBUILDS = {
  'writes its document anew': `document.open(); document.write('<!doctype html><title>Anew</title><body><h1>Anew</h1></body>'); document.close()`,
  'replaces its root': `const root = document.createElement('html'); root.innerHTML = '<head></head><body><h1>Anew</h1></body>'; document.documentElement.replaceWith(root)`,
  'replaces its body': `const body = document.createElement('body'); body.innerHTML = '<h1>Anew</h1>'; document.body.replaceWith(body)`,
  'empties its root': `document.documentElement.innerHTML = '<head></head><body><h1>Anew</h1></body>'`,
} as const;

for (const [when, details] of [
  ['closed', { tag: '@thorough' }],
  ['open', {}],
] as const)
  test(`the ${when} window stays on a page that is built anew`, details, async ({ page, engine, shop }) => {
    for (const [how, script] of Object.entries(REBUILDS))
      await test.step(how, async () => {
        const [hello, draft, answer] = [`Hello: it ${how}`, `A draft: it ${how}`, `Here: it ${how}`];
        await page.goto(shop.addPage('rebuilt', pageOf(engine, '<h1>Lamps</h1>')));
        const { button, field, dialog, log } = chatIn(page);
        await button.click();
        await write(field, hello);
        await expect(log.getByText(SENT)).toBeVisible();
        await field.fill(draft);
        if (when === 'closed') await field.press('Escape');
        await page.evaluate(`(() => { ${script} })()`);
        await expect(page.getByRole('heading', { name: 'Anew' })).toBeVisible();
        if (when === 'closed') await button.click();
        await expect(dialog).toHaveCount(1);
        await expect(log.getByText(hello)).toHaveCount(1);
        await expect(field).toHaveValue(draft);
        await field.click();
        await page.keyboard.press('Enter');
        await expect(log.getByText(draft)).toBeVisible();
        engine.say(answer);
        await expect(log.getByText(answer)).toHaveCount(1);
        await expect.poll(() => engine.ways()).toHaveLength(1);
      });
  });

test('a page that takes away whatever it does not know goes on', async ({ page, engine, shop }) => {
  const html = `<script>new MutationObserver(() => { for (const each of document.querySelectorAll('html > div')) each.remove(); }).observe(document, { childList: true, subtree: true })</script><button>Buy</button>`;
  await page.goto(shop.addPage('jealous', pageOf(engine, html)));
  await expect.poll(() => engine.requests).toContain(`GET /site/${PUBLIC_ID}/status`);
  await page.getByRole('button', { name: 'Buy' }).click();
});

test('pages of an app are followed where the browser does not say that the address has changed', async ({
  page,
  engine,
  shop,
}) => {
  await page.addInitScript(`Object.defineProperty(window, 'navigation', { value: undefined })`);
  await page.goto(shop.addPage('old', pageOf(engine, '<h1>Lamps</h1>')));
  const { button, field, log } = chatIn(page);
  await button.click();
  await write(field, 'Hello');
  await expect(log.getByText(SENT)).toBeVisible();
  await page.evaluate(`history.pushState({}, '', '/old/oak'); setTimeout(() => { document.title = 'Oak' }, 200)`);
  const visited = (): unknown => engine.frames.flatMap((frame) => (frame.kind === 'page' ? [frame.page] : [])).at(-1);
  await expect.poll(visited).toEqual({ url: `${shop.address}/old/oak`, title: 'Oak' });
  await page.evaluate(`history.back()`);
  await expect.poll(visited).toMatchObject({ url: `${shop.address}/old` });
});

/** Ways in which the script comes into a page; the page has a script at a path like ours. */
const LOADS: Readonly<Record<string, (address: string) => string>> = {
  'as a module': (address) => `<script type="module" src="${address}"></script>`,
  'by an import': (address) => `<script type="module">import '${address}'</script>`,
  'by an import later': (address) => `<script>addEventListener('load', () => import('${address}'))</script>`,
  'by a tag manager': (address) =>
    `<script>addEventListener('load', () => { const tag = document.createElement('script'); tag.async = true; tag.src = '${address}?gtm=1'; document.scripts[0].before(tag); })</script>`,
  'from a text, beside its tag': (address) =>
    `<script type="text/plain" src="${address}"></script><script>fetch('${address}').then((answer) => answer.text()).then((text) => new Function(text)())</script>`,
};

test('the script asks its own server however it is loaded', async ({ page, engine, shop }) => {
  shop.addPage('assets/site/main.js', 'window.own = 1');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const address = `${engine.address}/site/${PUBLIC_ID}.js`;
  for (const [how, tags] of Object.entries(LOADS))
    await test.step(how, async () => {
      asked.length = 0;
      const own = how === 'from a text, beside its tag' ? '' : '<script src="/assets/site/main.js"></script>';
      await page.goto(shop.addPage('loads', `<!doctype html><body>${own}${tags(address)}<p>Lamps`));
      await expectTyping(page, engine);
      const ownPaths = ['/loads', ...(own === '' ? [] : ['/assets/site/main.js']), '/favicon.ico'];
      for (const each of asked.filter((url) => url.startsWith(shop.address)))
        expect(ownPaths).toContain(new URL(each).pathname);
    });
});

for (const [way, details] of [
  ['socket', {}],
  ['poll', { tag: '@thorough' }],
] as const)
  test(
    `messages go out over a ${way} where old libraries give everything a toJSON`,
    details,
    async ({ page, engine, shop }) => {
      engine.behaviour.blocked = way === 'poll' ? ['socket'] : [];
      const html = `<script>for (const made of [Object, Array, String, Number, Boolean]) made.prototype.toJSON = function () { return JSON.stringify(String(this)) }</script>`;
      await page.goto(shop.addPage('prototype', pageOf(engine, html)));
      await expectTyping(page, engine);
      expect(engine.frames.filter(({ kind }) => kind === 'message')).toHaveLength(1);
    },
  );

test('a translator rewrites the window: messages go on, and what is live stays so', async ({ page, engine, shop }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(shop.addPage('translated', pageOf(engine, '<h1>Lamps</h1>')));
  const { button, dialog, field, log } = chatIn(page);
  await button.click();
  await write(field, 'Hello');
  await expect(log.getByText(SENT)).toBeVisible();
  await page.evaluate(TRANSLATE);
  await expect(log.getByText('HELLO')).toBeVisible();
  engine.behaviour.state = { chat: 'operator', staffed: true, assignee: { name: 'Olga' } };
  await engine.toAll({ kind: 'state', state: engine.behaviour.state });
  const state = dialog.locator('.header').getByRole('status');
  await expect(state).toContainText('Olga');
  engine.behaviour.state = { chat: 'operator', staffed: true, assignee: { name: 'Ivan' } };
  await engine.toAll({ kind: 'state', state: engine.behaviour.state });
  await expect(state).toContainText('Ivan');
  await engine.toAll({ kind: 'typing', on: true, name: 'Ivan' });
  await engine.toAll({ kind: 'typing', on: false });
  engine.say('One');
  await expect(log.getByText('ONE', { exact: true })).toBeVisible();
  await write(field, 'Two');
  await expect(log.getByText(/\bsent$/i)).toHaveCount(1);
  await field.press('Escape');
  engine.say('Three');
  await expect(button.locator('.badge')).toHaveText('1');
  engine.say('Four');
  await expect(button.locator('.badge')).toHaveText('2');
  await button.click();
  await expect(log.locator('.bubble')).toHaveText([/hello/i, /one/i, /two/i, /three/i, /four/i]);
  expect(errors).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { specsFor } from './changed.ts';

describe('specs that a change can reach', () => {
  test.each([
    ['a screen', 'src/renderer/src/features/visitors/visitors-screen.tsx', ['test/e2e/visitors']],
    ['a section of the settings', 'src/renderer/src/features/settings/bots/bot-page.tsx', ['test/e2e/settings/bots']],
    ['a section without specs', 'src/renderer/src/features/settings/parts/saved.tsx', ['test/e2e/settings']],
    ['what every screen is made of', 'src/renderer/src/components/dialog.tsx', ['test/e2e/']],
    ['a spec', 'test/e2e/search.spec.ts', ['test/e2e/search.spec.ts']],
    ['what specs share', 'test/e2e/axe.ts', ['test/e2e/']],
    ['a unit test', 'src/renderer/src/features/search/search-view.test.ts', []],
    ['the engine', 'src/main/chats/start-chats.ts', []],
    ['the window on websites', 'src/widget/panel/panel.tsx', []],
  ])('of the console, after a change in %s', (_what, file, specs) => {
    expect(specsFor([file], 'test/e2e')).toEqual(specs);
  });

  test('of a folder are named once', () => {
    const changed = ['src/widget/panel/panel.tsx', 'src/widget/panel/panel.css'];
    expect(specsFor(changed, 'test/site')).toEqual(['test/site/']);
    expect(specsFor(['src/main/desktop/tray/icon.ts'], 'test/desktop')).toEqual(['test/desktop/']);
  });
});

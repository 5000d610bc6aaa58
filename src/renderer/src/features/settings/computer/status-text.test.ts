import { describe, expect, test } from 'vitest';
import { closeToTrayText, pausedText, startAtLoginText, testText, updateText } from './status-text.ts';
import { foreignText } from '#shared/locales/phrase.ts';

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();
const now = at(21, 14, 5);

describe('a pause', () => {
  test.each([
    [at(21, 15, 5), 'Paused until 15:05.'],
    [at(22, 8), 'Paused until tomorrow, 08:00.'],
    [at(24, 8), 'Paused until Tuesday, 24 November 2026, 08:00.'],
  ])('names its end', (pausedUntil, text) => {
    expect(pausedText({ pausedUntil }, now)).toBe(text);
  });

  test.each([null, now, now - 1])('is not mentioned once it is over: %s', (pausedUntil) => {
    expect(pausedText({ pausedUntil }, now)).toBe('');
  });
});

describe('the tray', () => {
  test('is the menu bar on a Mac', () => {
    expect(startAtLoginText({ platform: 'mac', hasTray: true })).toContain('menu bar');
    expect(closeToTrayText({ platform: 'windows', hasTray: true })).toContain('stays in the tray');
  });

  test('is replaced by minimising if there is none', () => {
    expect(closeToTrayText({ platform: 'linux', hasTray: false })).toContain('minimizes it');
    expect(startAtLoginText({ platform: 'linux', hasTray: false })).toContain('minimized');
  });
});

describe('a test notification', () => {
  test.each(['paused', 'app', 'doNotDisturb', 'system', 'unsupported'] as const)(
    'explains that it was not shown, and what to do: %s',
    (blockedBy) => {
      expect(testText({ shown: false, blockedBy })).toMatch(/^Not shown: .+\. .+\.$/);
    },
  );

  test('quotes the reason of whatever blocked it', () => {
    expect(
      testText({ shown: false, blockedBy: 'unsupported', detail: foreignText('This session has no message bus.') }),
    ).toMatch(/^Not shown\. This session has no message bus\. Keep /);
  });
});

describe('updates', () => {
  const text = (update: Parameters<typeof updateText>[0]): string => updateText(update, { version: '1.2.0', now });

  test('differ between switched off and no update source', () => {
    expect(text({ state: 'off' })).toBe('You have version 1.2.0. Checking for updates is turned off.');
    expect(text({ state: 'unsupported' })).toContain('by hand');
  });

  test.each([
    [{ state: 'current', checkedAt: now - 20_000 }, 'You have the latest version, 1.2.0. Checked just now.'],
    [
      { state: 'ready', version: '1.3.0', notes: undefined },
      'Version 1.3.0 is ready. It will be installed when you quit.',
    ],
    [
      { state: 'failed', reason: foreignText('The server did not answer.'), checkedAt: now },
      'The check for updates failed just now: The server did not answer. Counterbell will try again automatically.',
    ],
  ] as const)('describe their state: %o', (update, sentence) => {
    expect(text(update)).toBe(sentence);
  });
});

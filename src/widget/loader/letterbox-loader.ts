import type { LetterStatus } from '#shared/site/frames.ts';
import { begin, ownAddress } from './start.ts';

const [ours = '', home] = ownAddress(/^(.*)\/loader\.js/) ?? [];

// From a folder of the website, which takes messages in: a file there says what the app said last.
if (home !== undefined)
  begin(ours, home, async (isPage) => {
    const answer = await fetch(`${home}/c/window.txt?${Date.now()}`, { cache: 'no-store' });
    const { until, window } = (await answer.json()) as LetterStatus;
    let [status] = window.languages;
    for (const wanted of [...navigator.languages].reverse())
      status = window.languages.find(({ language }) => language.slice(0, 2) === wanted.slice(0, 2)) ?? status;
    // By the website's clock, as `until` is.
    const now = Date.parse(answer.headers.get('date') ?? '') || Date.now();
    const staffed = status.staffed && until * 1000 > now;
    const letterbox = new URL(window.script ?? 'box.php?to=', `${home}/`).href;
    return staffed || isPage || !window.hides ? [window.id, { ...status, staffed, letterbox }] : undefined;
  });

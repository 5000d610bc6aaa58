import type { KeptTexts } from '../storage.ts';

/** Shows a count before the page's title while the visitor is elsewhere, and puts the title back exactly. */
export function createTitleCount(page: { title: string }) {
  let own: string | undefined;
  let ours: string | undefined;
  /** The page may have set another title meanwhile. */
  const titleOfPage = (): string => (own !== undefined && page.title === ours ? own : page.title);
  return {
    /** without the count */
    titleOfPage,
    show: (count: number): void => {
      const title = titleOfPage();
      if (count === 0) {
        if (ours !== undefined && page.title === ours) page.title = title;
        own = ours = undefined;
        return;
      }
      own = title;
      page.title = `(${String(count)}) ${title}`;
      ours = page.title;
    },
  };
}

/** Seconds: how long the sound lasts; and at least between two, in milliseconds. */
const LENGTH = 0.35;
const APART = 3000;

/** A quiet sound for new messages, which the visitor can switch off. */
export function createSound(kept: KeptTexts, key: string) {
  let context: AudioContext | undefined;
  let last = 0;
  return {
    isOn: (): boolean => kept.get(key) === undefined,
    set: (isOn: boolean): void => {
      if (isOn) kept.remove(key);
      else kept.set(key, 'off');
    },
    /** browsers allow sound only after the visitor has pressed something */
    prepare: (): void => {
      context ??= typeof AudioContext === 'function' ? new AudioContext() : undefined;
    },
    play: (): void => {
      if (context === undefined || kept.get(key) !== undefined || Date.now() - last < APART) return;
      last = Date.now();
      const now = context.currentTime;
      const volume = context.createGain();
      volume.gain.setValueAtTime(0, now);
      volume.gain.linearRampToValueAtTime(0.06, now + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + LENGTH);
      volume.connect(context.destination);
      for (const [at, pitch] of [659, 880].entries()) {
        const tone = context.createOscillator();
        tone.frequency.value = pitch;
        tone.connect(volume);
        tone.start(now + at * 0.09);
        tone.stop(now + LENGTH);
      }
    },
  };
}

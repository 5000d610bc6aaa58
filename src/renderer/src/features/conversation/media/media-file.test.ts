import { describe, expect, it } from 'vitest';
import type { MediaForm, MediaState } from '#shared/contract/media.ts';
import { mediaView, saveAddress } from './media-file.tsx';

const ready = (form: MediaForm): MediaState => ({
  state: 'ready',
  mediaType: 'x/y',
  form,
  size: 1,
  url: '/media/abc',
  fileName: 'a',
  canRun: false,
  isPassive: false,
});

describe("a file's view", () => {
  it('is the kind it was sent as until its content is known', () => {
    expect(mediaView('photo', undefined)).toBe('photo');
    expect(mediaView('voice', { state: 'waiting' })).toBe('voice');
  });

  it('follows its content', () => {
    expect(mediaView('photo', ready('video'))).toBe('video');
    expect(mediaView('video', ready('image'))).toBe('photo');
    expect(mediaView('sticker', ready('video'))).toBe('sticker');
    expect(mediaView('photo', ready('audio'))).toBe('audio');
  });

  it('is a file if it cannot be shown or was sent as one', () => {
    for (const type of ['photo', 'video', 'audio', 'voice', 'sticker'] as const)
      expect(mediaView(type, ready('other'))).toBe('document');
    expect(mediaView('document', ready('image'))).toBe('document');
  });

  it('is voice for a recording in a video container', () => {
    expect(mediaView('voice', ready('video'))).toBe('voice');
    expect(mediaView('audio', ready('video'))).toBe('audio');
  });
});

describe("a file's download address", () => {
  it('is its own path, requested as a download', () => {
    expect(saveAddress({ url: '/media/abc' })).toBe('/media/abc?save=1');
    expect(saveAddress({ url: '/media/abc?name=x' })).toBe('/media/abc?name=x&save=1');
  });
});

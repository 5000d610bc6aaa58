import { describe, expect, it } from 'vitest';
import type { MediaForm, MediaState } from '#shared/contract/media.ts';
import { mediaView, saveAddress } from './media-file.ts';

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

describe('how a file is shown', () => {
  it('is what it was sent as, while its content is not known', () => {
    expect(mediaView('photo', undefined)).toBe('photo');
    expect(mediaView('voice', { state: 'waiting' })).toBe('voice');
  });

  it('follows its content', () => {
    expect(mediaView('photo', ready('video'))).toBe('video');
    expect(mediaView('video', ready('image'))).toBe('photo');
    expect(mediaView('sticker', ready('video'))).toBe('sticker');
    expect(mediaView('photo', ready('audio'))).toBe('audio');
  });

  it('is a file where it cannot be shown, or was sent as one', () => {
    for (const type of ['photo', 'video', 'audio', 'voice', 'sticker'] as const)
      expect(mediaView(type, ready('other'))).toBe('document');
    expect(mediaView('document', ready('image'))).toBe('document');
  });

  it('is a voice where a recorder put it into a container for videos', () => {
    expect(mediaView('voice', ready('video'))).toBe('voice');
    expect(mediaView('audio', ready('video'))).toBe('audio');
  });
});

describe('where a file is saved from', () => {
  it('is its own path, asked for as a download', () => {
    expect(saveAddress({ url: '/media/abc' })).toBe('/media/abc?save=1');
    expect(saveAddress({ url: '/media/abc?name=x' })).toBe('/media/abc?name=x&save=1');
  });
});

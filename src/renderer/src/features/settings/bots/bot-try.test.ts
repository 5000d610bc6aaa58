import { describe, expect, it } from 'vitest';
import { deliveryError } from '#shared/domain/message.ts';
import { describeEvent } from './bot-state.tsx';
import { formatTook, explainTest } from './bot-try.tsx';

describe('the result of a test message', () => {
  it('is good, with its duration', () => {
    expect(explainTest({ ok: true, status: 204, took: 412, events: [] })).toEqual({
      tone: 'good',
      title: 'The provider accepted it in 0.4 s (status 204); the limit is 3 s.',
      advice: undefined,
    });
  });

  it.each(deliveryError.shape.kind.options)('explains a failure and what to do: %s', (kind) => {
    const { tone, title, advice } = explainTest({ ok: false, took: 10, error: { kind }, events: [] });
    expect(tone).toBe('urgent');
    expect(title).toMatch(/\.$/);
    expect(title).not.toContain('_');
    expect(advice).toMatch(/\.$/);
  });

  it.each([
    [401, 'doesn’t accept the token'],
    [404, 'doesn’t know this address'],
    [405, 'doesn’t accept messages'],
    [429, 'too many requests'],
    [503, 'a problem on its side'],
    [302, 'didn’t accept it'],
  ])('names status %d and its meaning', (status, meaning) => {
    const { title } = explainTest({ ok: false, took: 10, status, error: { kind: 'status', status }, events: [] });
    expect(title).toContain(meaning);
    expect(title).toContain(`status ${status}`);
  });

  it('counts short durations in milliseconds', () => {
    expect([0.2, 41, 99.6, 2900].map(formatTook)).toEqual(['1 ms', '41 ms', '100 ms', '2.9 s']);
  });
});

describe('an event from a provider', () => {
  it('is described as unreadable if it cannot be parsed', () => {
    expect(describeEvent('{"event":"BOT_MESS')).toEqual({
      what: 'An event that isn’t JSON, or is too long to show in full',
      words: undefined,
    });
  });

  it('is described with its text', () => {
    expect(describeEvent('{"event":"BOT_MESSAGE","message":{"type":"TEXT","text":"Hi"}}')).toEqual({
      what: 'Message from the bot',
      words: 'Hi',
    });
    expect(describeEvent('{"event":"BOT_MESSAGE","message":{"type":"BUTTONS","title":"Which?"}}').words).toBe('Which?');
    expect(describeEvent('{"event":"INVITE_AGENT"}')).toEqual({ what: 'Bot asked for a person', words: undefined });
  });

  it('is described by its name if unknown, or as not allowed without one', () => {
    expect(describeEvent('{"event":"DANCE"}').what).toBe('DANCE');
    expect(describeEvent('{"chat_id":"7"}').what).toBe('An event that bots can’t send');
  });
});

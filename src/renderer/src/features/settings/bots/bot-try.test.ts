import { describe, expect, it } from 'vitest';
import { deliveryError } from '#shared/domain/message.ts';
import { eventInWords, spreadJson } from './bot-events.ts';
import { tookWords, verdictOf } from './bot-try.tsx';

describe('the result of a test message', () => {
  it('is good, with its duration', () => {
    expect(verdictOf({ ok: true, status: 204, took: 412, events: [] })).toEqual({
      tone: 'good',
      title: 'The provider took it in 0.4 s; 3 s are allowed. Status 204.',
      advice: undefined,
    });
  });

  it.each(deliveryError.shape.kind.options)('explains a failure and what to do: %s', (kind) => {
    const { tone, title, advice } = verdictOf({ ok: false, took: 10, error: { kind }, events: [] });
    expect(tone).toBe('urgent');
    expect(title).toMatch(/\.$/);
    expect(title).not.toContain('_');
    expect(advice).toMatch(/\.$/);
  });

  it.each([
    [401, 'does not accept the token'],
    [404, 'does not know this address'],
    [405, 'does not take messages'],
    [429, 'too much at once'],
    [503, 'a fault of its own'],
    [302, 'did not take it'],
  ])('names status %d and its meaning', (status, meaning) => {
    const { title } = verdictOf({ ok: false, took: 10, status, error: { kind: 'status', status }, events: [] });
    expect(title).toContain(meaning);
    expect(title).toContain(`status ${status}`);
  });

  it('counts short durations in milliseconds', () => {
    expect([0.2, 41, 99.6, 2900].map(tookWords)).toEqual(['1 ms', '41 ms', '100 ms', '2.9 s']);
  });
});

describe('an event from a provider', () => {
  it('is described as unreadable if it cannot be parsed', () => {
    expect(eventInWords('{"event":"BOT_MESS')).toEqual({
      what: 'An event too long to show whole, or not JSON',
      words: undefined,
    });
  });

  it('is described with its text', () => {
    expect(eventInWords('{"event":"BOT_MESSAGE","message":{"type":"TEXT","text":"Hi"}}')).toEqual({
      what: 'Message from the bot',
      words: 'Hi',
    });
    expect(eventInWords('{"event":"BOT_MESSAGE","message":{"type":"BUTTONS","title":"Which?"}}').words).toBe('Which?');
    expect(eventInWords('{"event":"INVITE_AGENT"}')).toEqual({ what: 'Bot asked for a person', words: undefined });
  });

  it('is described by its name if unknown, or as not allowed without one', () => {
    expect(eventInWords('{"event":"DANCE"}').what).toBe('DANCE');
    expect(eventInWords('{"chat_id":"7"}').what).toBe('Something the bot may not send');
  });

  it('is indented if it is JSON', () => {
    expect(spreadJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(spreadJson('no')).toBe('no');
  });
});

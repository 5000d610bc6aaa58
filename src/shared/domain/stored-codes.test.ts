import { expect, it } from 'vitest';
import { backupSettings } from '#shared/contract/archive.ts';
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import { FORMER_CODES } from '#shared/locales/phrase.ts';
import { author, chatState } from './entities.ts';
import { CONTENT_TYPES } from './kinds/kinds.ts';
import { chatEvent, deliveryError, handOverReason, heldBackReason } from './message.ts';
import frozen from './stored-codes.json' with { type: 'json' };

/** Every code in an object of texts; plural forms share one. */
function codesIn(texts: object, before: string): readonly string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? codesIn(text, `${before}${key}.`)
      : [`${before}${key.replace(/_(?:zero|one|two|few|many|other)$/, '')}`],
  );
}

const refusals = (
  ...groups: readonly ('no' | 'chat' | 'operator' | 'backup' | 'job' | 'secret' | 'store')[]
): readonly string[] => [
  ...groups.flatMap((group) => codesIn(errors.refusals[group], `errors:refusals.${group}.`)),
  ...Object.keys(FORMER_CODES),
];

/** Codes stored in database rows, by their meaning. */
const stored: Readonly<Record<keyof typeof frozen, readonly string[]>> = {
  'message type': CONTENT_TYPES,
  author: author.options,
  'chat state': chatState.options,
  'chat event': chatEvent.options.map(({ shape }) => shape.kind.value),
  'reason of a hand-over': handOverReason.options,
  'reason why words were held back': heldBackReason.options,
  'delivery error': deliveryError.shape.kind.options,
  'reason why a scheduled reply was not sent': refusals('no', 'chat', 'operator'),
  'problem of a scheduled backup': refusals('backup', 'job', 'secret', 'store'),
  phrase: [...codesIn(errors.calls, 'errors:calls.'), ...Object.keys(FORMER_CODES)],
};

it.each(Object.entries(frozen))('every stored %s can still be read', (what, codes) => {
  const known: readonly string[] = stored[what as keyof typeof frozen];
  const gone = codes.filter((code) => !known.includes(code));
  expect(
    gone,
    `Databases hold ${what} ${gone.join(', ')}: keep an alias for it where it is read, such as in FORMER_CODES, and do not take it out of stored-codes.json`,
  ).toEqual([]);
});

it.each(Object.entries(stored))('every %s is in the list', (what, codes) => {
  const fresh = codes.filter((code) => !(frozen as Record<string, readonly string[]>)[what]?.includes(code));
  expect(fresh, `From now on databases hold it: add ${fresh.join(', ')} to stored-codes.json under "${what}"`).toEqual(
    [],
  );
});

it.each([7, { code: 'not a code' }, { code: 'errors:refusals.chat.closed', params: [] }])(
  'an unreadable reason (%j) becomes one without words, and the rest of the row is kept',
  (unreadable) => {
    const nothing = { code: 'errors:unknown' };
    expect(deliveryError.parse({ kind: 'not_sent', reason: unreadable })).toEqual({
      kind: 'not_sent',
      reason: nothing,
    });
    const last = { at: 1, problem: nothing };
    expect(backupSettings.parse({ last: { at: 1, problem: unreadable } }).last).toEqual(last);
    expect(backupSettings.parse({ last: { at: 1 } }).last).toEqual({ at: 1 });
  },
);

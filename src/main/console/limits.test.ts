import { expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes, audienceOf } from './all-routes.ts';
import { ID_FIELDS, limitedAnswer } from './limits.ts';
import type { RouteName } from '#shared/contract/routes.ts';

/** The names of all fields that hold ids, however deep. */
function idsIn(schema: z.core.$ZodType): readonly string[] {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...text.matchAll(/"(id|ids|\w+Ids?)":\{/g)].map(([, name = '']) => name);
}

test('of every id that an operator may ask for, it is known what it is of', () => {
  const routes = (Object.keys(allRoutes) as RouteName[]).filter((route) => audienceOf(route) !== 'owner');
  const unknown = routes.flatMap((route) =>
    idsIn(allRoutes[route].input)
      .filter((name) => ID_FIELDS[`${route} ${name}`] === undefined && ID_FIELDS[name] === undefined)
      .map((name) => `${route} ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('an answer loses what its lists have of other channels, however deep', () => {
  const answer = {
    contact: { name: 'Anna', customers: [{ channelId: 'shop' }, { channelId: 'mail' }] },
    operators: [{ name: 'Ivan', channels: ['mail', 'shop'] }],
    chat: { channelId: 'mail' },
    tags: ['mail'],
    none: null,
  };
  expect(limitedAnswer(answer, ['shop'])).toEqual({
    ...answer,
    contact: { name: 'Anna', customers: [{ channelId: 'shop' }] },
    operators: [{ name: 'Ivan', channels: ['shop'] }],
  });
});

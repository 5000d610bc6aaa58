import { describe, expect, test } from 'vitest';
import { routes, type RouteName } from '#shared/contract/routes.ts';
import english from '#shared/locales/en/team.json' with { type: 'json' };

/** Names of the fields that a route's input can have, ids aside: the entry says of what. */
function fieldsOf(name: RouteName): readonly string[] {
  const { input } = routes[name] as {
    readonly input: { readonly shape?: object; readonly options?: readonly { readonly shape: object }[] };
  };
  const shapes = input.options?.map(({ shape }) => shape) ?? [input.shape ?? {}];
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape)))].filter((field) => !/^(id|\w+Id)$/.test(field));
}

const audited = (Object.keys(routes) as RouteName[]).filter((name) => {
  const { audit } = routes[name] as { readonly audit?: 'none' | { readonly fields?: true } };
  return typeof audit === 'object' && audit.fields === true;
});

describe('fields of an entry', () => {
  test.each(audited)('%s: each has a name in words', (name) => {
    expect(fieldsOf(name)).not.toEqual([]);
    expect(fieldsOf(name).filter((field) => !Object.hasOwn(english.audit.fields, field))).toEqual([]);
  });
});

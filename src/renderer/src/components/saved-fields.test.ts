import { describe, expect, it } from 'vitest';
import { ruleText } from '#renderer/language/rules.ts';
import { portField, proxiesField, urlField } from '#shared/contract/tunnels.ts';
import { fieldRule } from '#shared/domain/phrase.ts';
import { fieldsOf, listText, numberText, optionalText } from './saved-fields.tsx';

const problem = (rule: ReturnType<typeof numberText | typeof optionalText | typeof listText>, text: string) =>
  ruleText(rule.safeParse(text, { error: fieldRule }).error?.issues[0]);

describe('a typed', () => {
  it('number is whole and within its rule', () => {
    const port = numberText(portField);
    expect(port.parse(' 8790 ')).toBe(8790);
    expect(problem(port, '70000')).toMatch(/65535/);
    for (const typed of ['80a', '', '1.5', '-1']) expect(problem(port, typed)).toBe('Enter a whole number');
  });

  it('text that may be missing is null if empty', () => {
    const url = optionalText(urlField);
    expect(url.parse(' ')).toBeNull();
    expect(url.parse('chat.shop.example')).toBe('https://chat.shop.example');
    expect(problem(url, 'https://')).toMatch(/https:\/\//);
  });

  it('list is separated by commas or spaces', () => {
    const proxies = listText(proxiesField);
    expect(proxies.parse(' 127.0.0.1,10.0.0.0/8  ::1 ')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1']);
    expect(proxies.parse('')).toEqual([]);
    expect(problem(proxies, '127.0.0.1, proxy.example')).toMatch(/an address or a range/);
  });
});

it('the fields of a record know their texts, their rules and where errors about them belong', async () => {
  const changes: object[] = [];
  const of = fieldsOf({ port: 8790 }, async (change) => changes.push(change), {
    texts: 'connection:network.',
    rules: { port: portField.default(8790) },
    within: 'network.',
  });
  const port = of('port');
  expect(port).toMatchObject({ field: 'network.port', label: 'Port', saved: 8790 });
  expect(port.rule.safeParse(undefined).success).toBe(false);
  await port.save(9000);
  expect(changes).toEqual([{ port: 9000 }]);
});

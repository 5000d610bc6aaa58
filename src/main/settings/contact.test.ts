import { expect, test } from 'vitest';
import { remoteAccessSettings } from '#shared/contract/joining.ts';
import { teamSettings } from '#shared/contract/operators.ts';
import { mailSettings } from '#shared/domain/mail.ts';
import { contactOf } from './contact.ts';

const box = (url: string) => ({ box: { url, allowPlainHttp: true } });
const email = (address: string) => ({ email: mailSettings.parse({ address }) });
const mine = { team: { contact: 'olga@lamps.example' } };

test.each([
  ['a public address', 'https://chat.lamps.example/counter', mine, 'https://chat.lamps.example'],
  [
    'the address for colleagues outside',
    'http://127.0.0.1:8787',
    { outside: 'https://team.lamps.example' },
    'https://team.lamps.example',
  ],
  [
    'a website that takes messages in',
    'https://192.168.1.5:8790',
    { channels: [box('https://lamps.example')] },
    'https://lamps.example',
  ],
  ['the mail address that was entered', 'https://shop.local', mine, 'mailto:olga@lamps.example'],
  [
    'the shop’s mail account',
    '',
    { channels: [email('nobody@localhost'), email('shop@lamps.example')] },
    'mailto:shop@lamps.example',
  ],
  ['nothing on the internet', 'https://[fd00::1]:8790', { channels: [box('http://lamps.example'), {}] }, undefined],
])('push services can write to %s', (_what, publicUrl, { team, outside = '', channels = [] }: Given, contact) => {
  const settings = {
    team: teamSettings.parse({ ...team }),
    remoteAccess: remoteAccessSettings.parse({ outside }),
    channels,
  };
  expect(contactOf(settings, publicUrl)).toBe(contact);
});

interface Given {
  readonly team?: { readonly contact: string };
  readonly outside?: string;
  readonly channels?: Parameters<typeof contactOf>[0]['channels'];
}

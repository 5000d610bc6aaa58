import { describe, expect, it } from 'vitest';
import { firewallCommand } from './ways.tsx';
import { platformOf } from '../parts/snippet.tsx';
import { type SettingPath, typedSetting } from './connection-setting.tsx';
import { ruleText } from '#renderer/language/rules.ts';

describe('the settings of the connection method', () => {
  const problem = (path: SettingPath, text: string) =>
    ruleText(typedSetting(path).rule.safeParse(text).error?.issues[0]);

  it('accept an empty address, but no invalid one', () => {
    expect(problem('own.publicUrl', '')).toBeUndefined();
    expect(problem('own.publicUrl', 'https://chat.shop.example')).toBeUndefined();
    expect(problem('own.publicUrl', 'chat.shop.example')).toBeUndefined();
    expect(problem('own.publicUrl', 'chat')).toMatch(/https:\/\//);
  });

  it('accept proxies as addresses or ranges separated by commas or spaces', () => {
    expect(problem('own.trustedProxies', '127.0.0.1, 10.0.0.0/8 ::1')).toBeUndefined();
    expect(problem('own.trustedProxies', '127.0.0.1, proxy.example')).toMatch(/Addresses or ranges/);
    expect(typedSetting('own.trustedProxies').read(' 127.0.0.1,10.0.0.0/8  ::1 ')).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it('read an empty address as null, and other empty fields as an empty text', () => {
    expect(typedSetting('tunnel.cloudflare.publicUrl').read('')).toBeNull();
    expect(typedSetting('tunnel.ngrok.domain').read('')).toBe('');
    expect(typedSetting('limits.perAddress').read('300')).toBe(300);
  });

  it('accept ports as whole numbers up to 65535', () => {
    expect(problem('network.port', '8790')).toBeUndefined();
    expect(problem('network.port', '70000')).toMatch(/65535/);
    expect(problem('network.port', '80a')).toBe('Enter a whole number');
  });
});

it('builds the firewall command of each system with the port', () => {
  expect(firewallCommand('windows', 8790)).toContain('-LocalPort 8790');
  expect(firewallCommand('ufw', 8790)).toBe('sudo ufw allow 8790/tcp');
  expect(firewallCommand('firewalld', 8790)).toContain('--add-port=8790/tcp');
  expect(firewallCommand('mac', 8790)).toBeUndefined();
});

it('detects the system of a browser', () => {
  expect(platformOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('windows');
  expect(platformOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('mac');
  expect(platformOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('linux');
});

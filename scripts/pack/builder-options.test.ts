import { expect, test } from 'vitest';
import { builderOptions } from './builder-options.ts';

const azure = {
  AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
  AZURE_SIGNING_ACCOUNT: 'counterbell',
  AZURE_SIGNING_PROFILE: 'release',
  WINDOWS_PUBLISHER: 'Lamps, Ltd.',
};

test.each([
  ['win32', {}],
  ['darwin', {}],
  ['win32', { CSC_LINK: '', SIGNPATH_ORGANIZATION_ID: '', AZURE_SIGNING_ACCOUNT: '' }],
] as const)('an unsigned installer for %s says so in its name', (platform, environment) => {
  expect(builderOptions(environment, platform)).toContain(
    '--config.artifactName=${productName}-${version}-${os}-${arch}-unsigned.${ext}',
  );
});

test.each([
  ['linux', {}],
  ['win32', { CSC_LINK: 'shop.p12' }],
  ['win32', { SIGNPATH_ORGANIZATION_ID: '1' }],
  ['darwin', { CSC_NAME: 'Counterbell' }],
] as const)('on %s with %o the name stays as it is', (platform, environment) => {
  expect(builderOptions(environment, platform)).toEqual([]);
});

test('Azure signs with what belongs together; what is missing is named', () => {
  expect(builderOptions(azure, 'win32')).toEqual([
    '--config.win.azureSignOptions.endpoint=https://weu.codesigning.azure.net',
    '--config.win.azureSignOptions.codeSigningAccountName=counterbell',
    '--config.win.azureSignOptions.certificateProfileName=release',
    '--config.win.azureSignOptions.publisherName=Lamps, Ltd.',
  ]);
  expect(() => builderOptions({ ...azure, AZURE_SIGNING_PROFILE: '' }, 'win32')).toThrow('AZURE_SIGNING_PROFILE');
  expect(builderOptions(azure, 'linux')).toEqual([]);
});

test('updates are looked for only over HTTPS', () => {
  const environment = { COUNTERBELL_UPDATES_URL: 'https://lamps.example/app' };
  expect(builderOptions(environment, 'linux')).toContain('--config.publish.url=https://lamps.example/app');
  expect(() => builderOptions({ COUNTERBELL_UPDATES_URL: 'http://lamps.example' }, 'linux')).toThrow('https://');
});

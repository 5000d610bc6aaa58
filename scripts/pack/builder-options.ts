type Environment = Readonly<NodeJS.ProcessEnv>;

/** What the environment says of packing (docs/releasing.md), as arguments of electron-builder. Throws if it says half. */
export function builderOptions(environment: Environment, platform: NodeJS.Platform): readonly string[] {
  const { COUNTERBELL_UPDATES_URL: updates = '', COUNTERBELL_ELECTRON_DIST: electron = '' } = environment;
  if (updates !== '' && !updates.startsWith('https://'))
    throw new Error('COUNTERBELL_UPDATES_URL has to begin with https://.');
  return [
    ...(updates === '' ? [] : ['--config.publish.provider=generic', `--config.publish.url=${updates}`]),
    ...(electron === '' ? [] : [`--config.electronDist=${electron}`]),
    ...signature(environment, platform),
  ];
}

function signature(environment: Environment, platform: NodeJS.Platform): readonly string[] {
  const has = (...names: readonly string[]): boolean => names.some((name) => (environment[name] ?? '') !== '');
  const hasCertificate = has('CSC_LINK', 'CSC_NAME');
  if (platform === 'darwin' && !hasCertificate)
    // macOS starts nothing unsigned, and the hardened runtime needs a team's signature: it is signed ad hoc.
    return [
      ...UNSIGNED,
      '--config.mac.identity=-',
      '--config.mac.hardenedRuntime=false',
      '--config.mac.notarize=false',
    ];
  if (platform !== 'win32') return [];
  if (has('AZURE_SIGNING_ACCOUNT'))
    return Object.entries(AZURE).map(([field, name]) => {
      if (!has(name)) throw new Error(`${name} is missing, and AZURE_SIGNING_ACCOUNT is there.`);
      return `--config.win.azureSignOptions.${field}=${environment[name]}`;
    });
  // SignPath signs what was packed, so updates have to be told here whose signature to expect.
  if (has('SIGNPATH_ORGANIZATION_ID') && has('WINDOWS_PUBLISHER'))
    return [`--config.win.signtoolOptions.publisherName=${environment['WINDOWS_PUBLISHER']}`];
  return hasCertificate || has('SIGNPATH_ORGANIZATION_ID') ? [] : UNSIGNED;
}

const UNSIGNED = ['--config.artifactName=${productName}-${version}-${os}-${arch}-unsigned.${ext}'];

const AZURE = {
  endpoint: 'AZURE_SIGNING_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGNING_ACCOUNT',
  certificateProfileName: 'AZURE_SIGNING_PROFILE',
  publisherName: 'WINDOWS_PUBLISHER',
} as const;

import { certificate } from '#shared/words/en/certificate.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('certificate', certificate);

/** What is said about certificates. */
export const certificateWords = {
  title: say('title'),
  lead: say('lead'),
  none: say('none'),
  noneOwn: say('noneOwn'),
  names: say('names'),
  issuer: say('issuer'),
  madeHere: say('madeHere'),
  validTo: say('validTo'),
  fingerprint: say('fingerprint'),
  renewHint: say('renewHint'),
  renewedByItself: say('renewedByItself'),
  import: say('import'),
  importTitle: say('importTitle'),
  importLead: say('importLead'),
  imported: say('imported'),
  importConfirm: say('importConfirm'),
  cancel: say('cancel'),
  kinds: say('kinds'),
  pem: say('pem'),
  pkcs12: say('pkcs12'),
  certificateFile: say('certificateFile'),
  certificateFileHint: say('certificateFileHint'),
  keyFile: say('keyFile'),
  keyFileHint: say('keyFileHint'),
  pkcs12File: say('pkcs12File'),
  pkcs12FileHint: say('pkcs12FileHint'),
  choose: say('choose'),
  noFile: say('noFile'),
  chooseFirst: say('chooseFirst'),
  passphrase: say('passphrase'),
  passphrasePemHint: say('passphrasePemHint'),
  passphrasePkcs12Hint: say('passphrasePkcs12Hint'),
  unreadable: say('unreadable'),
  lockedTitle: say('lockedTitle'),
  lockedMade: say('lockedMade'),
  lockedOwn: say('lockedOwn'),
  renewAuthority: say('renewAuthority'),
  renewAsk: say('renewAsk'),
  renewConfirm: say('renewConfirm'),
  renewed: say('renewed'),
  renewWill: [say('renewWill1'), say('renewWill2')],
  rootTitle: say('rootTitle'),
  rootLead: say('rootLead'),
  download: say('download'),
  downloadFailed: say('downloadFailed'),
  rootFingerprint: say('rootFingerprint'),
  trustOn: say('trustOn'),
} as const;

export type Device = 'windows' | 'mac' | 'ios' | 'android' | 'linux';

/** Name of the file with the root certificate. */
export const ROOT_FILE = 'counterbell-root.crt';

interface DeviceWords {
  readonly title: string;
  readonly steps: readonly string[];
  readonly command?: string;
}

/** How each kind of device is told to trust the root certificate. */
export const trustWords: Record<Device, DeviceWords> = {
  windows: {
    title: say('trust.windows.title'),
    steps: [
      say('trust.windows.steps.1', { rootFile: ROOT_FILE }),
      say('trust.windows.steps.2'),
      say('trust.windows.steps.3'),
      say('trust.windows.steps.4'),
    ],
  },
  mac: {
    title: say('trust.mac.title'),
    steps: [say('trust.mac.steps.1', { rootFile: ROOT_FILE }), say('trust.mac.steps.2'), say('trust.mac.steps.3')],
  },
  ios: {
    title: say('trust.ios.title'),
    steps: [say('trust.ios.steps.1', { rootFile: ROOT_FILE }), say('trust.ios.steps.2'), say('trust.ios.steps.3')],
  },
  android: {
    title: say('trust.android.title'),
    steps: [
      say('trust.android.steps.1', { rootFile: ROOT_FILE }),
      say('trust.android.steps.2'),
      say('trust.android.steps.3'),
    ],
  },
  linux: {
    title: say('trust.linux.title'),
    steps: [say('trust.linux.steps.1'), say('trust.linux.steps.2', { rootFile: ROOT_FILE })],
    command: `sudo cp ${ROOT_FILE} /usr/local/share/ca-certificates/ && sudo update-ca-certificates`,
  },
};

/** What is said about certificates. */
export const certificateWords = {
  title: 'Certificate',
  lead: 'What this computer shows to whoever connects over HTTPS.',
  none: 'There is none yet: it is made when this way is put to use.',
  noneOwn: 'None has been imported yet.',
  names: 'For',
  issuer: 'Signed by',
  madeHere: 'Counterbell on this computer',
  validTo: 'Valid until',
  fingerprint: 'Fingerprint',
  renewHint: 'Import the newer one; connections that are open stay open.',
  renewedByItself: 'Made anew by itself before it ends.',
  import: 'Import a certificate…',
  importTitle: 'Import a certificate',
  importLead: 'With its key, as your certificate authority or your web server has them. The key is kept encrypted.',
  imported: 'Certificate imported.',
  importConfirm: 'Import',
  cancel: 'Cancel',
  kinds: 'File format',
  pem: 'PEM files',
  pkcs12: 'PKCS#12 file',
  certificateFile: 'Certificate',
  certificateFileHint: 'With the chain, such as fullchain.pem or server.crt.',
  keyFile: 'Key',
  keyFileHint: 'Such as privkey.pem or server.key.',
  pkcs12File: 'File',
  pkcs12FileHint: 'Such as server.p12 or server.pfx.',
  choose: 'Choose file…',
  noFile: 'No file chosen',
  chooseFirst: 'Choose the file first.',
  passphrase: 'Passphrase',
  passphrasePemHint: 'If the key has one.',
  passphrasePkcs12Hint: 'The one that was given when the file was made. Empty if there was none.',
  unreadable: 'The file could not be read.',
  rootTitle: 'Let devices trust it',
  rootLead: 'Certificates made here are signed by this Counterbell alone. Each device that writes here needs its root certificate once; it stays good when the certificate is made anew.',
  download: 'Download root certificate',
  downloadFailed: 'The root certificate could not be fetched.',
  rootFingerprint: 'Its fingerprint, to compare on the device:',
  trustOn: 'Devices',
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
    title: 'Windows',
    steps: [
      `Open ${ROOT_FILE} and press “Install Certificate”.`,
      'Choose “Local Machine”.',
      'Choose “Place all certificates in the following store”, and “Trusted Root Certification Authorities”.',
      'Start the browser or the app anew.',
    ],
  },
  mac: {
    title: 'macOS',
    steps: [`Open ${ROOT_FILE}: Keychain Access takes it into “System”.`, 'Find it there (Counterbell), open it, and under “Trust” choose “Always Trust”.', 'Start the browser or the app anew.'],
  },
  ios: {
    title: 'iPhone, iPad',
    steps: [
      `Send ${ROOT_FILE} to the device, by AirDrop or mail, and open it.`,
      'Settings, General, VPN & Device Management: install the profile.',
      'Settings, General, About, Certificate Trust Settings: switch it on.',
    ],
  },
  android: {
    title: 'Android',
    steps: [
      `Copy ${ROOT_FILE} to the device.`,
      'Settings, Security, Encryption & credentials, Install a certificate, CA certificate: choose the file. Some makers name these differently.',
      'Browsers trust it then. An app does if it was built to trust the certificates of its user.',
    ],
  },
  linux: {
    title: 'Linux',
    steps: [
      'On Debian, Ubuntu and their relatives, in a terminal, as below. On Fedora: copy it to /etc/pki/ca-trust/source/anchors and run update-ca-trust.',
      `Firefox has a store of its own: Settings, Certificates, Import. Node.js takes NODE_EXTRA_CA_CERTS=${ROOT_FILE}.`,
    ],
    command: `sudo cp ${ROOT_FILE} /usr/local/share/ca-certificates/ && sudo update-ca-certificates`,
  },
};

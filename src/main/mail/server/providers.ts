/** What an owner needs to sign in: `none`: the provider takes no password from programs such as this one. */
export type SignInNeed =
  /** the password of the mailbox */
  | 'password'
  /** one that the provider makes for this program only */
  | 'appPassword'
  /** the provider's own program on this computer, which makes the password */
  | 'bridge'
  | 'none';

export interface Provider {
  readonly name: string;
  /** of its mailboxes */
  readonly domains: readonly string[];
  /** ends of the names of the servers that take mail for domains of its customers */
  readonly mx: readonly string[];
  /** name, and the port if it is not the usual one for TLS */
  readonly imap: string;
  readonly smtp: string;
  readonly needs: SignInNeed;
  /** access by IMAP is off until the owner turns it on there */
  readonly isOffAtFirst?: true;
  /** what one signs in with to IMAP, if it is not the address */
  readonly imapUser?: 'localPart';
  /** where the owner makes the password, or turns access on */
  readonly help: string;
}

/** Large providers, whose settings need not be asked for; checked in November 2026. */
export const PROVIDERS: readonly Provider[] = [
  {
    name: 'Gmail',
    domains: ['gmail.com', 'googlemail.com'],
    mx: ['google.com', 'googlemail.com'],
    imap: 'imap.gmail.com',
    smtp: 'smtp.gmail.com',
    needs: 'appPassword',
    help: 'https://myaccount.google.com/apppasswords',
  },
  {
    // Passwords were turned off in September 2024; Microsoft 365 takes them for SMTP only, until the end of 2026.
    name: 'Microsoft',
    domains: [
      ...['outlook.com', 'outlook.de', 'outlook.fr', 'outlook.es', 'outlook.it'],
      ...['hotmail.com', 'hotmail.de', 'hotmail.fr', 'hotmail.es', 'hotmail.it', 'hotmail.co.uk'],
      ...['live.com', 'live.de', 'live.fr', 'live.it', 'live.nl', 'live.co.uk', 'msn.com'],
    ],
    mx: ['protection.outlook.com', 'mx.microsoft'],
    imap: 'outlook.office365.com',
    smtp: 'smtp.office365.com:587',
    needs: 'none',
    help: 'https://support.microsoft.com/office/modern-authentication-methods-now-needed-to-continue-syncing-outlook-email-in-non-microsoft-email-apps-c5d65390-9676-4763-b41f-d7986499a90d',
  },
  {
    name: 'Yahoo',
    domains: [
      ...['yahoo.com', 'yahoo.de', 'yahoo.fr', 'yahoo.es', 'yahoo.it', 'yahoo.co.uk', 'yahoo.com.br'],
      ...['ymail.com', 'rocketmail.com'],
    ],
    mx: ['yahoodns.net'],
    imap: 'imap.mail.yahoo.com',
    smtp: 'smtp.mail.yahoo.com',
    needs: 'appPassword',
    help: 'https://login.yahoo.com/account/security',
  },
  {
    name: 'AOL',
    domains: ['aol.com', 'aim.com'],
    mx: [],
    imap: 'imap.aol.com',
    smtp: 'smtp.aol.com',
    needs: 'appPassword',
    help: 'https://login.aol.com/account/security',
  },
  {
    name: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    mx: ['mail.icloud.com'],
    imap: 'imap.mail.me.com',
    smtp: 'smtp.mail.me.com:587',
    needs: 'appPassword',
    imapUser: 'localPart',
    help: 'https://account.apple.com/account/manage',
  },
  {
    name: 'GMX',
    domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.eu', 'gmx.org', 'gmx.info', 'gmx.biz'],
    mx: ['gmx.net'],
    imap: 'imap.gmx.net',
    smtp: 'mail.gmx.net',
    needs: 'password',
    isOffAtFirst: true,
    help: 'https://hilfe.gmx.net/pop-imap/einschalten.html',
  },
  {
    name: 'GMX',
    domains: ['gmx.com', 'gmx.us', 'gmx.co.uk', 'gmx.fr', 'gmx.es'],
    mx: [],
    imap: 'imap.gmx.com',
    smtp: 'mail.gmx.com',
    needs: 'password',
    isOffAtFirst: true,
    help: 'https://support.gmx.com/pop-imap/toggle.html',
  },
  {
    name: 'WEB.DE',
    domains: ['web.de', 'email.de'],
    mx: ['web.de'],
    imap: 'imap.web.de',
    smtp: 'smtp.web.de:587',
    needs: 'password',
    isOffAtFirst: true,
    help: 'https://hilfe.web.de/pop-imap/einschalten.html',
  },
  {
    name: 'T-Online',
    domains: ['t-online.de', 'magenta.de'],
    mx: ['t-online.de'],
    imap: 'secureimap.t-online.de',
    smtp: 'securesmtp.t-online.de',
    needs: 'appPassword',
    help: 'https://www.telekom.de/hilfe',
  },
  {
    name: 'IONOS',
    domains: ['ionos.de', 'online.de'],
    mx: ['ionos.de', 'kundenserver.de', 'schlund.de', '1und1.de'],
    imap: 'imap.ionos.de',
    smtp: 'smtp.ionos.de',
    needs: 'password',
    help: 'https://www.ionos.de/hilfe/index.php?id=2490',
  },
  {
    name: 'IONOS',
    domains: ['ionos.com'],
    mx: ['ionos.com', '1and1.com', 'perfora.net', 'ionos.co.uk', 'ionos.fr', 'ionos.es', 'ionos.it'],
    imap: 'imap.ionos.com',
    smtp: 'smtp.ionos.com',
    needs: 'password',
    help: 'https://www.ionos.com/help/index.php?id=2490',
  },
  {
    name: 'STRATO',
    domains: ['strato.de'],
    mx: ['rzone.de', 'strato.de'],
    imap: 'imap.strato.de',
    smtp: 'smtp.strato.de',
    needs: 'password',
    help: 'https://www.strato.de/faq/mail/',
  },
  {
    name: 'OVHcloud',
    domains: ['ovh.net'],
    mx: ['mail.ovh.net', 'ovh.net'],
    imap: 'ssl0.ovh.net',
    smtp: 'ssl0.ovh.net',
    needs: 'password',
    help: 'https://help.ovhcloud.com/',
  },
  {
    name: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm'],
    mx: ['messagingengine.com'],
    imap: 'imap.fastmail.com',
    smtp: 'smtp.fastmail.com',
    needs: 'appPassword',
    help: 'https://app.fastmail.com/settings/security/apps',
  },
  {
    name: 'Zoho',
    domains: ['zoho.eu', 'zohomail.eu'],
    mx: ['zoho.eu'],
    imap: 'imap.zoho.eu',
    smtp: 'smtp.zoho.eu',
    needs: 'appPassword',
    isOffAtFirst: true,
    help: 'https://www.zoho.com/mail/help/imap-access.html',
  },
  {
    name: 'Zoho',
    domains: ['zoho.com', 'zohomail.com'],
    mx: ['zoho.com'],
    imap: 'imap.zoho.com',
    smtp: 'smtp.zoho.com',
    needs: 'appPassword',
    isOffAtFirst: true,
    help: 'https://www.zoho.com/mail/help/imap-access.html',
  },
  {
    name: 'Mail.ru',
    domains: ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'internet.ru'],
    mx: ['mail.ru'],
    imap: 'imap.mail.ru',
    smtp: 'smtp.mail.ru',
    needs: 'appPassword',
    help: 'https://help.mail.ru/mail/',
  },
  {
    name: 'Yandex',
    domains: ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru', 'narod.ru'],
    mx: ['yandex.ru', 'yandex.net'],
    imap: 'imap.yandex.com',
    smtp: 'smtp.yandex.com',
    needs: 'appPassword',
    isOffAtFirst: true,
    help: 'https://id.yandex.com/security/app-passwords',
  },
  {
    // Its program on the owner's computer has a certificate of its own: that connection does not leave the computer.
    name: 'Proton',
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    mx: ['protonmail.ch'],
    imap: '127.0.0.1:1143',
    smtp: '127.0.0.1:1025',
    needs: 'bridge',
    help: 'https://proton.me/mail/bridge',
  },
  {
    name: 'Infomaniak',
    domains: ['ik.me', 'ikmail.com', 'etik.com'],
    mx: ['infomaniak.ch', 'infomaniak.com'],
    imap: 'mail.infomaniak.com',
    smtp: 'mail.infomaniak.com',
    needs: 'appPassword',
    help: 'https://config.infomaniak.com/',
  },
  {
    name: 'Orange',
    domains: ['orange.fr', 'wanadoo.fr'],
    mx: ['orange.fr'],
    imap: 'imap.orange.fr',
    smtp: 'smtp.orange.fr',
    needs: 'password',
    isOffAtFirst: true,
    help: 'https://assistance.orange.fr/',
  },
  {
    name: 'Libero',
    domains: ['libero.it', 'iol.it', 'blu.it', 'inwind.it', 'giallo.it'],
    mx: ['libero.it'],
    imap: 'imapmail.libero.it',
    smtp: 'smtp.libero.it',
    needs: 'password',
    help: 'https://aiuto.libero.it/',
  },
];

import type { Catalogue } from '../catalogue.ts';

export const botTest = {
  title: 'Testnachricht senden',
  lead: 'Sendet die Nachricht eines Kunden aus einem Chat, den es nicht gibt, und wartet einige Sekunden auf das, was zurückkommt. Kein Kunde sieht davon etwas.',
  text: 'Nachricht',
  usual: 'Hallo',
  send: 'Testnachricht senden',
  sending: 'Warten auf den Anbieter …',
  answer: 'Seine Antwort',
  emptyAnswer: 'Ein leerer Inhalt, und das ist in Ordnung.',
  events: 'Was zurückkam',
  eventBody: '{{what}}, wie empfangen',
  whatItSent: 'Wie empfangen',
  nothingCame:
    'An der Serviceadresse kam innerhalb einiger Sekunden nichts an. Prüfen Sie, ob der Anbieter seine Nachrichten an die Adresse oben sendet. In einem echten Chat bekämen die Mitarbeiter den Kunden nach der Schweigezeit.',
  'nothingCame.blocked':
    'Nichts, denn dieser Bot hat seine Stundengrenze erreicht: Was sein Anbieter sendet, wird mit 429 abgelehnt, bis die Stunde um ist.',
  'nothingCame.tokenConflict':
    'Nichts, denn ein anderer Bot hat dasselbe Token: Was sein Anbieter sendet, wird mit 401 abgelehnt.',
  'nothingCame.tokenLost':
    'Nichts, denn das Token dieses Bots ist nicht mehr lesbar: Was sein Anbieter sendet, wird mit 401 abgelehnt.',
  taken: 'Der Anbieter nahm sie in {{took}} an; erlaubt sind 3 s.',
  'taken.withStatus': 'Der Anbieter nahm sie in {{took}} an; erlaubt sind 3 s. Status {{status}}.',
  'failure.unreachable': 'An der Anbieteradresse antwortet niemand.',
  'failure.unreachable.advice':
    'Prüfen Sie die Adresse, und ob das Programm des Anbieters läuft und von diesem Computer aus erreichbar ist.',
  'failure.timeout': 'Keine Antwort innerhalb von 3 Sekunden.',
  'failure.timeout.advice':
    'Der Anbieter muss sofort mit einem Status von 200 bis 299 antworten und seine Nachrichten danach senden.',
  'failure.tls': 'Die sichere Verbindung wurde abgelehnt.',
  'failure.tls.advice':
    'Vielleicht ist das Zertifikat des Anbieters abgelaufen oder gilt für einen anderen Namen. Bitten Sie ihn, es zu erneuern.',
  'failure.redirect': 'Die Adresse antwortet mit einer Weiterleitung, und solchen wird nicht gefolgt.',
  'failure.redirect.advice': 'Geben Sie die Adresse ein, zu der sie führt.',
  'failure.invalidAnswer.noMessage': 'Der Anbieter antwortete mit einem Fehler.',
  'failure.invalidAnswer': 'Der Anbieter antwortete mit einem Fehler: {{message}}.',
  'failure.invalidAnswer.advice': 'Fragen Sie den Anbieter, was er bedeutet.',
  'failure.notSent': 'Sie wurde nicht gesendet.',
  'failure.notSent.advice':
    'Prüfen Sie die Anbieteradresse: Für http:// muss „Unverschlüsseltes HTTP erlauben“ an sein.',
  'failure.interrupted': 'Counterbell wurde mittendrin beendet.',
  'failure.interrupted.advice': 'Senden Sie sie noch einmal.',
  'status.token': 'Der Anbieter nimmt das Token nicht an (Status {{status}}).',
  'status.token.advice': 'Vergleichen Sie das Token auf beiden Seiten; es muss dasselbe sein.',
  'status.address': 'Der Anbieter kennt diese Adresse nicht (Status {{status}}).',
  'status.address.advice': 'Vergleichen Sie die Anbieteradresse; das Token wird hinten angehängt.',
  'status.method': 'Der Anbieter nimmt an dieser Adresse keine Nachrichten an (Status {{status}}).',
  'status.method.advice': 'Fragen Sie den Anbieter nach der Adresse, die Ereignisse per POST annimmt.',
  'status.tooMuch': 'Dem Anbieter ist das zu viel auf einmal (Status {{status}}).',
  'status.tooMuch.advice': 'Warten Sie ein wenig und bitten Sie den Anbieter um eine höhere Grenze.',
  'status.fault': 'Der Anbieter hat selbst eine Störung (Status {{status}}).',
  'status.fault.advice':
    'Sagen Sie es dem Anbieter. In einem echten Chat würde er noch zweimal gefragt, dann bekämen die Mitarbeiter den Kunden.',
  status: 'Der Anbieter hat sie nicht angenommen (Status {{status}}).',
  'status.advice':
    'Jeder Status von 200 bis 299 gilt als angenommen; fragen Sie den Anbieter, warum er anders antwortet.',
  'status.none': 'Der Anbieter hat sie nicht angenommen.',
} as const satisfies Catalogue;

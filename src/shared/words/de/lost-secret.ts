import type { Catalogue } from '../catalogue.ts';

export const lostSecret = {
  comesBackDesktop:
    'War der Schlüsselbund des Systems nur gesperrt? Entsperren Sie ihn und versuchen Sie es erneut: Dann funktioniert alles wie zuvor.',
  tryAgain: 'Erneut versuchen',
  cameBack: 'Was gelesen werden konnte, funktioniert wieder.',
  stillLost: 'Das lässt sich noch immer nicht lesen.',
  comesBackHeadless:
    'Haben Sie den alten Schlüssel noch (vault.key im Datenordner oder COUNTERBELL_KEY)? Starten Sie Counterbell damit: Dann geht alles wie zuvor.',
  'lostChannel.state': 'Adresse verloren',
  'lostChannel.title': 'Kunden können hier nicht schreiben.',
  'lostChannel.what':
    'Counterbell hat den geheimen Teil der Adresse dieses Kanals nicht: Der Schlüssel, der ihn schützt, wurde geändert, ging verloren oder ist gesperrt, oder eine Sicherung wurde wiederhergestellt, die woandershin führt. Was Ihre Website oder App sendet, wird mit 404 beantwortet. Chats bleiben, und Ihre Antworten kommen weiter an.',
  'lostChannel.restoreTitle': 'Adresse wiederherstellen',
  'lostChannel.restoreLead':
    'Mit der Adresse, die Ihre Website oder App jetzt verwendet, muss dort nichts geändert werden.',
  'lostChannel.address': 'Verwendete Adresse',
  'lostChannel.addressHint':
    'Die Nachrichten- oder Statusadresse, aus den Einstellungen der Website oder App. Sie endet mit /{{publicId}} oder /{{publicId}}/status.',
  'lostChannel.restore': 'Diese Adresse verwenden',
  'lostChannel.restored': '{{name}} ist wieder erreichbar, unter der Adresse von zuvor.',
  'lostChannel.notHere': 'Die Adresse ist nirgends zu finden?',
  'lostChannel.notHereHint':
    'Erzeugen Sie neue und tragen Sie sie in Ihrer Website oder App ein. Danach können Kunden wieder schreiben.',
  'lostChannel.renew': 'Neue Adressen erzeugen',
  'lostChannel.renewed': 'Die neuen Adressen gelten. Tragen Sie sie in Ihrer Website oder App ein.',
  'lostChannel.danger': 'Pausieren, entfernen',
  'lostToken.state': 'Token verloren',
  'lostToken.title': 'Dieser Bot wird nicht gehört und bekommt keine neuen Chats.',
  'lostToken.titleOff': 'Das Token dieses Bots ist nicht mehr lesbar.',
  'lostToken.what':
    'Counterbell hat sein Token nicht: Der Schlüssel, der es schützt, wurde geändert, ging verloren oder ist gesperrt, oder eine Sicherung wurde wiederhergestellt, die woandershin führt. Was sein Anbieter sendet, wird mit 401 beantwortet.',
  'lostToken.customers': 'Seine Kunden sind in der Warteschlange, bis er wieder ein Token hat.',
  'lostToken.giveTitle': 'Token wieder eingeben',
  'lostToken.giveLead': 'Mit dem Token, das der Anbieter jetzt verwendet, muss dort nichts geändert werden.',
  'lostToken.giveLeadTestBot': 'Der eingebaute Testbot nimmt jedes Token: Erzeugen Sie eines.',
  'lostToken.token': 'Token',
  'lostToken.tokenHint':
    'Auch ein neues geht, aber dann braucht es der Anbieter, ebenso die Adressen, die damit enden.',
  'lostToken.save': 'Speichern',
  'lostToken.saved': '{{name}} hat sein Token wieder.',
} as const satisfies Catalogue;

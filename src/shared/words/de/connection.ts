import type { Catalogue } from '../catalogue.ts';

export const connection = {
  lead: 'Wie Nachrichten von Ihrer Website oder App auf diesen Computer kommen.',
  failed: 'Das hat nicht geklappt.',
  inUse: 'In Betrieb',
  ways: 'Zugang',
  waysLead:
    'Nur einer ist in Betrieb. Jeder behält seine Einstellungen; Sie können sich alle ansehen und zurückkommen.',
  means: 'Was es ist',
  costs: 'Kosten',
  address: 'Adresse',
  account: 'Konto',
  limits: 'Grenzen',
  needs: 'Bedarf',
  privacy: 'Datenschutz',
  use: '{{way}} verwenden',
  notUsed: 'Der Zugang konnte nicht in Betrieb gehen.',
  more: 'Grenzen und Prüfungen',
  checkSeconds: 'Prüfen alle',
  checkSecondsHint:
    'Wie oft Counterbell eine Anfrage an die öffentliche Adresse sendet, um zu sehen, ob sie zurückkommt.',
  seconds: 'Sekunden',
  perAddress: 'Anfragen von einer Adresse',
  perAddressHint:
    'Pro Sekunde, von einem Computer draußen. Ein langer Text, aus dem mehrere Nachrichten werden, zählt so oft. Was schneller kommt, soll es später wieder versuchen. 0: ohne Grenze.',
  perChannel: 'Anfragen an einen Kanal',
  perChannelHint: 'Pro Sekunde, von allen zusammen, die ihm schreiben. Bots haben eigene Grenzen. 0: ohne Grenze.',
  aSecond: 'pro Sekunde',
  kilobytesPerAddress: 'Daten von einer Adresse',
  kilobytesPerAddressHint: 'Kilobyte pro Sekunde, von einem Computer draußen. 0: ohne Grenze.',
  kilobytesPerChannel: 'Daten an einen Kanal',
  kilobytesPerChannelHint: 'Kilobyte pro Sekunde, von allen zusammen, die ihm schreiben. 0: ohne Grenze.',
  kilobytes: 'kB pro Sekunde',
  newChats: 'Neue Chats auf einem Kanal',
  newChatsHint:
    'Pro Minute; nach einer ruhigen Zeit dürfen die von fünf Minuten auf einmal kommen. Darüber sollen neue Kunden es später wieder versuchen. Offene Chats betrifft das nicht. 0: ohne Grenze.',
  aMinute: 'pro Minute',
  'way.local.title': 'Nur dieser Computer',
  'way.local.inSentence': 'Nur diesen Computer',
  'way.local.means': 'Nur Programme auf diesem Computer können Ihnen schreiben. Gut zum Ausprobieren.',
  'way.local.costs': 'Nichts. Für niemanden sonst steht eine Tür offen.',
  'way.local.address': 'Immer dieselbe, und nur auf diesem Computer von Nutzen.',
  'way.lan.title': 'Lokales Netzwerk',
  'way.lan.inSentence': 'Lokales Netzwerk',
  'way.lan.means':
    'Geräte im selben Netzwerk, etwa Kassen, Tablets oder ein Server im Laden, schreiben diesem Computer direkt.',
  'way.lan.costs': 'Kein Konto, und nichts verlässt Ihr Netzwerk.',
  'way.lan.address':
    'Bleibt, solange dieser Computer seine Adresse im Netzwerk behält. Ihr Router kann ihm eine feste geben.',
  'way.own.title': 'Eigene Adresse',
  'way.own.inSentence': 'Eigene Adresse',
  'way.own.means':
    'Sie haben eine Domain, und ein Webserver oder Ihr Router leitet Anfragen an diesen Computer weiter.',
  'way.own.costs': 'Was Domain und Server kosten, und jemanden, der sie einrichten kann.',
  'way.own.address': 'Bleibt, solange Sie die Domain behalten.',
  'way.tunnel.title': 'Tunnel',
  'way.tunnel.inSentence': 'Tunnel',
  'way.tunnel.means':
    'Dieser Computer ruft einen Server im Internet an, und Kunden kommen durch diese Verbindung herein. Ihr Router bleibt, wie er ist.',
  'door.port': 'Port',
  'door.portHint': 'Die Tür, an die andere im Netzwerk klopfen.',
  'door.https': 'HTTPS',
  'door.httpsHint': 'Verschlüsselt, was übertragen wird. Wer schreibt, muss dem Zertifikat unten vertrauen.',
  'door.httpWarning':
    'Jeder im Netzwerk kann lesen, was Kunden schreiben, und die geheimen Adressen Ihrer Kanäle erfahren.',
  'door.certificate': 'Zertifikat',
  'door.certificates.made': 'Hier erstellt',
  'door.certificates.own': 'Eigenes',
  'door.certificateHints.made':
    'Counterbell signiert es und erneuert es, bevor es abläuft. Jedem Gerät muss einmal gesagt werden, dass es Counterbell vertrauen kann.',
  'door.certificateHints.own':
    'Von einer Zertifizierungsstelle, die Geräte schon kennen. Sie importieren es, und ein neueres, bevor es abläuft.',
  'lan.addresses': 'Adressen dieses Computers',
  'lan.addressesLead': 'Kanäle verwenden die erste. Geräte im Netzwerk können jede verwenden.',
  'lan.addressesLater': 'Was Geräte im Netzwerk aufrufen, sobald dieser Zugang in Betrieb ist.',
  'lan.noAddresses': 'Dieser Computer ist gerade in keinem Netzwerk.',
  'lan.likeliest': 'für Kanäle verwendet',
  'lan.copyAddress': '{{address}} kopieren',
  'lan.firewall': 'Firewall',
  'lan.firewallLead':
    'Wenn nichts durchkommt, liegt es am ehesten an der Firewall dieses Computers. Lassen Sie diesen Port herein:',
  'lan.firewallOf': 'Firewall von',
  copyCommand: 'Befehl für {{system}} kopieren',
  'own.publicUrl': 'Öffentliche Adresse',
  'own.publicUrlHint': 'Was Ihre Website oder App aufruft. Die Adressen Ihrer Kanäle beginnen damit.',
  'own.proxies': 'Vertrauenswürdige Proxys',
  'own.proxiesHint':
    'Adressen der Webserver, die Anfragen weiterleiten, durch Kommas getrennt. Nur ihnen wird geglaubt, wer der Absender ist. 127.0.0.1 für einen auf diesem Computer.',
  'own.proxiesRule': 'Adressen oder Bereiche, etwa 192.168.1.10 oder 10.0.0.0/8',
  'forwarder.title': '{{address}} leitet Anfragen weiter, ist aber nicht vertrauenswürdig',
  'forwarder.hereTitle':
    'Ein Webserver auf diesem Computer ({{address}}) leitet Anfragen weiter, ist aber nicht vertrauenswürdig',
  'forwarder.tunnelTitle':
    'Ein Webserver auf Ihrem SSH-Server ({{address}}) leitet Anfragen weiter, ist aber nicht vertrauenswürdig',
  'forwarder.more':
    'Alle, die darüber kommen, zählen als ein Absender: Die Grenzen können ehrliche Kunden abweisen, und die Aktivität zeigt seine Adresse statt ihrer. Vertrauen Sie ihm, wenn es Ihr eigener Webserver ist.',
  'forwarder.trust': 'Dem Proxy {{address}} vertrauen',
  'forwarder.unlikelyTitle': 'Anfragen von {{address}} geben an, weitergeleitet zu sein',
  'forwarder.unlikely':
    'Das kann jeder schreiben, deshalb wird es nicht geglaubt, und es ist nichts zu tun. Nur wenn es ein Webserver von Ihnen ist, tragen Sie seine Adresse bei den vertrauenswürdigen Proxys ein.',
  'own.fromNetwork': 'Einen Port für den Router oder einen anderen Computer öffnen',
  'own.fromNetworkHint':
    'Für eine Portweiterleitung in Ihrem Router oder einen Webserver auf einem anderen Computer. Läuft der Webserver hier, lassen Sie es aus.',
  'own.snippets': 'Für Ihren Webserver',
  'own.snippetsLead': 'Fügen Sie das in seine Konfiguration ein; um das Zertifikat kümmert er sich selbst.',
  'own.copySnippet': 'Konfiguration für {{server}} kopieren',
} as const satisfies Catalogue;

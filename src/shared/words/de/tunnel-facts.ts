import type { Catalogue } from '../catalogue.ts';

export const tunnelFacts = {
  'ssh.name': 'SSH zum eigenen Server',
  'ssh.about': 'Ein eigener Server leitet Anfragen an diesen Computer weiter.',
  'ssh.cost': 'Kostet, was der Server kostet; sonst nichts.',
  'ssh.address': 'Die Adresse bleibt gleich: Name des Servers und ein Port, oder was ein Webserver dort daraus macht.',
  'ssh.account': 'Kein Konto, nur ein Benutzer auf dem Server.',
  'ssh.limits': 'Keine Grenzen außer denen des Servers. HTTPS gibt es nur, wenn ein Webserver dort es hinzufügt.',
  'ssh.needs':
    'Ein Server, der immer an ist, mit SSH und AllowTcpForwarding. Steht kein Webserver davor, außerdem GatewayPorts clientspecified, die Lauschadresse 0.0.0.0 und der offene Port in seiner Firewall.',
  'ssh.privacy': 'Verschlüsselt bis zu Ihrem Server; nur Sie und er können mitlesen.',
  'cloudflareQuick.name': 'Cloudflare, schneller Tunnel',
  'cloudflareQuick.about': 'Cloudflare gibt diesem Computer eine Adresse, solange der Tunnel läuft.',
  'cloudflareQuick.cost': 'Kostenlos.',
  'cloudflareQuick.address':
    'Bei jedem Start eine neue Adresse: Ihre Website muss sie jedes Mal erfahren. Gut zum Ausprobieren.',
  'cloudflareQuick.account': 'Kein Konto.',
  'cloudflareQuick.limits':
    'Höchstens 200 Anfragen gleichzeitig, und keine Zusage, dass er hält. Auch wie oft ein neuer entsteht, ist begrenzt.',
  'cloudflareQuick.needs': 'Das Programm cloudflared auf diesem Computer.',
  'cloudflareQuick.privacy': 'HTTPS endet bei Cloudflare; dort kann gelesen werden, was durchgeht.',
  'cloudflareNamed.name': 'Cloudflare, benannter Tunnel',
  'cloudflareNamed.about':
    'Ein Tunnel, den Sie einmal bei Cloudflare einrichten, unter einem Namen Ihrer eigenen Domain.',
  'cloudflareNamed.cost': 'Für diesen Zweck kostenlos; die Domain kostet, was sie kostet.',
  'cloudflareNamed.address': 'Die Adresse bleibt gleich.',
  'cloudflareNamed.account': 'Ein Cloudflare-Konto mit einer Domain darin.',
  'cloudflareNamed.limits': 'Keine Grenze, an die ein Laden stößt.',
  'cloudflareNamed.needs':
    'Das Programm cloudflared auf diesem Computer, das Token des Tunnels und bei Cloudflare ein öffentlicher Hostname, dessen Dienst die hier gezeigte Adresse ist: Dieser Port bleibt gleich.',
  'cloudflareNamed.privacy': 'HTTPS endet bei Cloudflare; dort kann gelesen werden, was durchgeht.',
  'ngrok.name': 'ngrok',
  'ngrok.about': 'ngrok gibt diesem Computer eine Adresse seiner Domain oder einer von Ihren.',
  'ngrok.cost': 'Innerhalb der Grenzen kostenlos; mehr, und eine eigene Domain, wird monatlich bezahlt.',
  'ngrok.address': 'Die Adresse bleibt gleich: Jedes Konto hat eine.',
  'ngrok.account': 'Ein ngrok-Konto mit seinem Authtoken.',
  'ngrok.limits':
    'Kostenlos: 20.000 Anfragen und 1 GB im Monat, drei Agenten gleichzeitig, und wer die Bewertungsseite öffnet, sieht zuerst einen Hinweis von ngrok.',
  'ngrok.needs': 'Nichts zu installieren.',
  'ngrok.privacy': 'HTTPS endet bei ngrok; dort kann gelesen werden, was durchgeht.',
} as const satisfies Catalogue;

import type { Catalogue } from '../catalogue.ts';

export const tunnelFacts = {
  'ssh.name': 'SSH a su propio servidor',
  'ssh.about': 'Un servidor propio reenvía las solicitudes a este equipo.',
  'ssh.cost': 'Lo que cueste el servidor; nada más.',
  'ssh.address':
    'La dirección no cambia: el nombre del servidor y un puerto, o lo que haga de ello un servidor web allí.',
  'ssh.account': 'Sin cuenta, solo un usuario en el servidor.',
  'ssh.limits': 'Solo los del servidor. Hay HTTPS únicamente si lo añade un servidor web allí.',
  'ssh.needs':
    'Un servidor siempre encendido, con SSH y AllowTcpForwarding. Si no hay un servidor web delante, también GatewayPorts clientspecified, la dirección de escucha 0.0.0.0 y el puerto abierto en su cortafuegos.',
  'ssh.privacy': 'Cifrado hasta su servidor; solo usted y él pueden leerlo.',
  'cloudflareQuick.name': 'Cloudflare, túnel rápido',
  'cloudflareQuick.about': 'Cloudflare da a este equipo una dirección mientras el túnel esté en marcha.',
  'cloudflareQuick.cost': 'Gratis.',
  'cloudflareQuick.address':
    'Una dirección nueva en cada inicio: hay que indicarla cada vez en su sitio web. Bueno para hacer pruebas.',
  'cloudflareQuick.account': 'Sin cuenta.',
  'cloudflareQuick.limits':
    'Como máximo 200 solicitudes a la vez, y sin garantía de que se mantenga. También está limitado cada cuánto se crea uno nuevo.',
  'cloudflareQuick.needs': 'El programa cloudflared en este equipo.',
  'cloudflareQuick.privacy': 'HTTPS termina en Cloudflare, que puede leer lo que pasa por allí.',
  'cloudflareNamed.name': 'Cloudflare, túnel con nombre',
  'cloudflareNamed.about': 'Un túnel que se configura una vez en Cloudflare, con un nombre de su propio dominio.',
  'cloudflareNamed.cost': 'Gratis para este uso; el dominio cuesta lo que cueste.',
  'cloudflareNamed.address': 'La dirección no cambia.',
  'cloudflareNamed.account': 'Una cuenta de Cloudflare, con un dominio en ella.',
  'cloudflareNamed.limits': 'Ninguno que una tienda vaya a alcanzar.',
  'cloudflareNamed.needs':
    'El programa cloudflared en este equipo, el token del túnel y, en Cloudflare, un nombre de host público cuyo servicio sea la dirección que se muestra aquí: ese puerto no cambia.',
  'cloudflareNamed.privacy': 'HTTPS termina en Cloudflare, que puede leer lo que pasa por allí.',
  'ngrok.name': 'ngrok',
  'ngrok.about': 'ngrok da a este equipo una dirección de su dominio o una de los de usted.',
  'ngrok.cost': 'Gratis dentro de sus límites; más, y un dominio propio, se paga por mes.',
  'ngrok.address': 'La dirección no cambia: cada cuenta tiene una.',
  'ngrok.account': 'Una cuenta de ngrok, con su authtoken.',
  'ngrok.limits':
    'Gratis: 20 000 solicitudes y 1 GB al mes, tres agentes a la vez, y quien abre la página de valoración ve antes un aviso de ngrok.',
  'ngrok.needs': 'No hay que instalar nada.',
  'ngrok.privacy': 'HTTPS termina en ngrok, que puede leer lo que pasa por allí.',
} as const satisfies Catalogue;

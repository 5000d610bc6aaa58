import type { Catalogue } from '../catalogue.ts';

export const desktopReach = {
  local: 'Solo este equipo llega a Counterbell',
  checking: 'Comprobando si los clientes pueden escribir…',
  'checking.network': 'Comprobando si su red puede conectarse…',
  reachable: 'Los clientes escriben a {{host}}',
  'reachable.network': 'Su red se conecta a {{host}}',
  unreachable: 'Los clientes no pueden escribir desde {{since}}',
  'unreachable.network': 'Su red no puede conectarse desde {{since}}',
  broken: 'Los clientes no pueden escribir',
  'broken.network': 'Su red no puede conectarse',
  flood: 'Escriben demasiados clientes nuevos',
  'flood.more':
    'A algunos se les pide que lo intenten más tarde; los chats abiertos no se ven afectados. Si alguien le está inundando, cierre o borre sus chats en Ajustes > Datos.',
  moved: 'Cambió su dirección pública',
  'moved.more': 'Los sitios web, aplicaciones y bots que usan {{formerUrl}} necesitan las direcciones nuevas: {{url}}',
  dayAndTime: '{{day}} {{time}}',
} as const satisfies Catalogue;

import type { Catalogue } from '../catalogue.ts';

export const about = {
  lead: 'Counterbell guarda cada conversación en este equipo. No hay cuenta ni nube.',
  version: 'Versión',
  listener: 'Receptor en este equipo',
  listenerHint: 'Donde llegan los mensajes de su sitio web o aplicación.',
  publicUrl: 'Dirección pública',
  publicUrlHint: 'A la que se llama desde fuera. Las direcciones de sus canales empiezan por ella.',
  noPublicUrl: 'Ninguna. Solo los programas de este equipo llegan al receptor.',
  openConnection: 'Abrir Conexión',
  copyListener: 'Copiar dirección del receptor',
  copyPublicUrl: 'Copiar dirección pública',
} as const satisfies Catalogue;

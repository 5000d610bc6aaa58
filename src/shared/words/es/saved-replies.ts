import type { Catalogue } from '../catalogue.ts';

export const savedReplies = {
  title: 'Respuestas guardadas',
  search: 'Buscar respuestas guardadas',
  found_one: '1 respuesta guardada. Enter la inserta.',
  found_other: '{{count}} respuestas guardadas. Las flechas eligen, Enter inserta.',
  found_many: '{{count}} de respuestas guardadas. Las flechas eligen, Enter inserta.',
  nothingFits: 'Ninguna respuesta guardada coincide.',
  none: 'Todavía no hay respuestas guardadas',
  noneMore: 'Aquí está lo que se dice a menudo; escriba / en un mensaje para encontrarlo.',
  notLoaded: 'No se pudieron cargar las respuestas guardadas.',
  tryAgain: 'Reintentar',
  manage: 'Gestionar respuestas guardadas',
  add: 'Añadir respuestas guardadas',
} as const satisfies Catalogue;

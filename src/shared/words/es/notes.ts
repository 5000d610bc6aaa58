import type { Catalogue } from '../catalogue.ts';

export const notes = {
  kinds: 'Qué se escribe',
  reply: 'Respuesta',
  note: 'Nota',
  writeNote: 'Escribir una nota',
  by: 'Nota de {{author}}',
  placeholder: 'Una nota para su equipo y para usted',
  onlyOperators: 'Solo la ven los operadores',
  filesStay: 'Lo adjunto queda con su respuesta.',
  add: 'Añadir nota',
  notAdded: 'Su nota no se añadió; está de nuevo en el cuadro.',
  length: '{{length}} de {{most}}',
} as const satisfies Catalogue;

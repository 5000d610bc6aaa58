import type { Catalogue } from '../catalogue.ts';

export const personal = {
  export: 'Exportar sus datos',
  exportHint: 'Un archivo con todo lo que se sabe del cliente. Se descarga en Ajustes, Datos.',
  exporting: 'La exportación está en curso: se descarga en Ajustes, Datos.',
  notExported: 'La exportación no empezó.',
  erase: 'Borrar para siempre…',
  eraseTitle: '¿Borrar a {{name}} para siempre?',
  will: 'Se eliminan todos los chats, mensajes, notas, valoraciones, archivos y entradas del registro de este cliente, y la base de datos se escribe de nuevo para que no quede nada suyo. En una instalación grande, se detiene unos segundos. No se puede deshacer.',
  goes: 'Chats: {{chats}}. Mensajes: {{messages}}. Archivos: {{files}}.',
  backups_one: 'Este cliente sigue en las copias de seguridad ({{count}}): si importa, elimínelas en Ajustes, Datos.',
  backups_other: 'Este cliente sigue en las copias de seguridad ({{count}}): si importa, elimínelas en Ajustes, Datos.',
  backups_many: 'Este cliente sigue en las copias de seguridad ({{count}}): si importa, elimínelas en Ajustes, Datos.',
  merged: 'Combinado con: {{names}}.',
  withMerged: 'Borrar a todos los combinados',
  mergedHint: 'O cierre esto y sepárelos primero.',
  confirm: 'Para continuar, escriba: {{name}}',
  eraseConfirm: 'Borrar para siempre',
  cancel: 'Cancelar',
  erasing: 'Se está borrando al cliente.',
  notErased: 'No se borró al cliente.',
} as const satisfies Catalogue;

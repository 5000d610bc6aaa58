import type { Catalogue } from '../catalogue.ts';

export const personal = {
  export: 'Exportar os dados',
  exportHint: 'Um arquivo com tudo o que se sabe do cliente. Fica em Configurações, Dados.',
  exporting: 'A exportação está sendo feita: baixe em Configurações, Dados.',
  notExported: 'A exportação não começou.',
  erase: 'Apagar de vez…',
  eraseTitle: 'Apagar {{name}} de vez?',
  will: 'Todas as conversas, mensagens, notas, avaliações, arquivos e registros deste cliente são apagados, e o banco de dados é regravado para que nada dele fique ali. Em uma instalação grande, há uma pausa de alguns segundos. Não dá para desfazer.',
  goes: 'Conversas: {{chats}}. Mensagens: {{messages}}. Arquivos: {{files}}.',
  backups_one: 'Ainda há backup com este cliente ({{count}}): se isso importa, apague em Configurações, Dados.',
  backups_other: 'Ainda há backups com este cliente ({{count}}): se isso importa, apague em Configurações, Dados.',
  backups_many: 'Ainda há backups com este cliente ({{count}}): se isso importa, apague em Configurações, Dados.',
  merged: 'Unido a: {{names}}.',
  withMerged: 'Apagar todos os unidos',
  mergedHint: 'Ou feche isto e separe-os primeiro.',
  confirm: 'Para continuar, digite: {{name}}',
  eraseConfirm: 'Apagar de vez',
  cancel: 'Cancelar',
  erasing: 'O cliente está sendo apagado.',
  notErased: 'O cliente não foi apagado.',
} as const satisfies Catalogue;

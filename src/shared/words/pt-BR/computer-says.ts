import type { Catalogue } from '../catalogue.ts';

export const computerSays = {
  'vault.keychain': 'as chaves do macOS',
  'vault.windows': 'a proteção de dados do Windows',
  'vault.keyring': 'o chaveiro do sistema',
  'vault.keyFile': 'um arquivo de chave na pasta de dados que só este usuário pode ler',
  'vault.keyFileOnly':
    'um arquivo de chave na pasta de dados que só este usuário pode ler (este sistema não oferece chaveiro)',
  'vault.keyFileLocked':
    'um arquivo de chave na pasta de dados que só este usuário pode ler (o chaveiro do sistema está bloqueado ou inacessível)',
  'vault.given': 'a chave em COUNTERBELL_KEY',
  'notification.none': 'Este sistema não mostra notificações',
  'notification.notShown': 'O sistema não a mostrou',
  'notification.noBus': 'Esta sessão não tem barramento de mensagens',
  'notification.noService': 'Nenhum serviço neste ambiente mostra notificações',
  'update.silent': 'o lugar onde ficam as atualizações não responde',
  'update.status': 'o lugar onde ficam as atualizações respondeu com o erro {{status}}',
  'update.foreign': 'o que foi oferecido não é dos autores deste app e foi descartado',
  'update.unreadable': 'não foi possível ler o que foi oferecido',
} as const satisfies Catalogue;

import type { Catalogue } from '../catalogue.ts';

export const lostSecret = {
  comesBackDesktop:
    'O chaveiro do sistema estava só bloqueado? Desbloqueie-o e tente de novo: tudo volta a funcionar como antes.',
  tryAgain: 'Tentar de novo',
  cameBack: 'O que pôde ser lido voltou a funcionar.',
  stillLost: 'Ainda não foi possível ler.',
  comesBackHeadless:
    'Ainda tem a chave antiga (vault.key na pasta de dados, ou COUNTERBELL_KEY)? Inicie o Counterbell com ela: tudo volta a funcionar como antes.',
  'lostChannel.state': 'Endereço perdido',
  'lostChannel.title': 'Os clientes não conseguem escrever aqui.',
  'lostChannel.what':
    'O Counterbell não tem a parte secreta do endereço deste canal: a chave que a protege foi trocada, perdida ou bloqueada, ou foi restaurado um backup que leva a outro lugar. O que o seu site ou app envia recebe 404 como resposta. As conversas ficam, e as suas respostas ainda chegam.',
  'lostChannel.restoreTitle': 'Restaurar o endereço',
  'lostChannel.restoreLead': 'Com o endereço que o seu site ou app usa agora, nada precisa mudar lá.',
  'lostChannel.address': 'Endereço em uso',
  'lostChannel.addressHint':
    'O endereço de mensagens ou de status, nas configurações do site ou app. Termina com /{{publicId}} ou /{{publicId}}/status.',
  'lostChannel.restore': 'Usar este endereço',
  'lostChannel.restored': '{{name}} está acessível de novo, no endereço que tinha.',
  'lostChannel.notHere': 'O endereço não está em lugar nenhum?',
  'lostChannel.notHereHint':
    'Crie novos e coloque-os no seu site ou app. Feito isso, os clientes podem escrever de novo.',
  'lostChannel.renew': 'Criar novos endereços',
  'lostChannel.renewed': 'Os novos endereços funcionam. Coloque-os no seu site ou app.',
  'lostChannel.danger': 'Pausar, remover',
  'lostToken.state': 'Token perdido',
  'lostToken.title': 'Este bot não é ouvido e não recebe novas conversas.',
  'lostToken.titleOff': 'Já não é possível ler o token deste bot.',
  'lostToken.what':
    'O Counterbell não tem o token dele: a chave que o protege foi trocada, perdida ou bloqueada, ou foi restaurado um backup que leva a outro lugar. O que o provedor envia recebe 401 como resposta.',
  'lostToken.customers': 'Os clientes dele ficam na fila de espera até que ele tenha um token de novo.',
  'lostToken.giveTitle': 'Devolver o token',
  'lostToken.giveLead': 'Com o token que o provedor usa agora, nada precisa mudar lá.',
  'lostToken.giveLeadTestBot': 'O bot de teste integrado aceita qualquer token: crie um.',
  'lostToken.token': 'Token',
  'lostToken.tokenHint':
    'Um novo também funciona, mas aí o provedor precisa dele e dos endereços que terminam com ele.',
  'lostToken.save': 'Salvar',
  'lostToken.saved': '{{name}} tem o token de volta.',
} as const satisfies Catalogue;

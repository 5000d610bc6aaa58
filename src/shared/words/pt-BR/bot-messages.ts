import type { Catalogue } from '../catalogue.ts';

export const botMessages = {
  bot: 'Bot',
  buttons: 'Botões',
  table: 'Tabela',
  code: 'Código',
  done: 'feito',
  notDone: 'não feito',
  picture: 'Imagem',
  got: 'recebeu:',
  asPlainText: 'Como texto simples:',
  'heldBack.operatorHasIt':
    'Não enviado: a conversa estava com um atendente quando {{bot}} escreveu isto. {{customer}} não viu.',
  'heldBack.otherBotHasIt':
    'Não enviado: a conversa estava com outro bot quando {{bot}} escreveu isto. {{customer}} não viu.',
  'heldBack.handedOver': 'Não enviado: {{bot}} já tinha perdido a conversa para a fila. {{customer}} não viu.',
  'heldBack.chatClosed': 'Não enviado: a conversa estava encerrada quando {{bot}} escreveu isto. {{customer}} não viu.',
  'heldBack.botDisabled': 'Não enviado: {{bot}} estava desligado quando escreveu isto. {{customer}} não viu.',
  'heldBack.noPlainText': 'Não enviado: o bot não deu texto simples para estes botões, e este canal não mostra botões.',
  'heldBack.notReachable':
    'Não enviado: só este computador poderia abrir a página de avaliação. Configure um acesso em Configurações > Conexão.',
} as const satisfies Catalogue;

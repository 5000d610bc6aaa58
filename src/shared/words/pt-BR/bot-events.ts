import type { Catalogue } from '../catalogue.ts';

export const botEvents = {
  CLIENT_MESSAGE: 'Mensagem do cliente para o bot',
  AGENT_UNAVAILABLE: 'Aviso ao bot de que ninguém está disponível',
  CHAT_CLOSED: 'Aviso ao bot de que a conversa foi encerrada',
  CLIENT_RATED: 'Avaliação do cliente, enviada ao bot',
  BOT_MESSAGE: 'Mensagem do bot',
  INVITE_AGENT: 'O bot pediu uma pessoa',
  CLIENT_INFO: 'Dados de contato vindos do bot',
  INIT_RATE: 'O bot pediu uma avaliação',
  unknown: 'Algo que o bot não pode enviar',
  unreadable: 'Um evento longo demais para mostrar inteiro, ou que não é JSON',
} as const satisfies Catalogue;

import type { Catalogue } from '../catalogue.ts';

export const desktopFindings = {
  'notifications.title': 'Notificações',
  'notifications.none': 'Todos os tipos estão desligados: você não é avisado quando um cliente escreve.',
  'notifications.noneTodo': 'Escolha pelo menos um tipo.',
  'notifications.paused': 'Estão em pausa: por enquanto, você não é avisado quando um cliente escreve.',
  'notifications.pausedTodo': 'Retome-as.',
  'notifications.noNewChat': 'Você não é avisado de novas conversas.',
  'notifications.noNewChatTodo': 'Ligue “Uma nova conversa”.',
  'notifications.on': 'Estão ligadas. Uma notificação de teste mostra se o sistema as deixa passar.',
  'login.title': 'Abrir ao iniciar a sessão',
  'login.on': 'O Counterbell está pronto depois que este computador reinicia.',
  'login.off': 'Depois que este computador reinicia, ninguém é recebido até alguém abrir o Counterbell.',
  'login.offTodo': 'Ligue “Abrir ao iniciar a sessão”.',
} as const satisfies Catalogue;

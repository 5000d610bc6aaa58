import type { Catalogue } from '../catalogue.ts';

export const profile = {
  lead: 'Como os clientes veem você quando responde.',
  name: 'Seu nome',
  nameHint: 'Aparece ao lado das suas respostas, também na janela de conversa do cliente.',
  photo: 'Endereço da foto',
  photoHint:
    'Um link para uma imagem sua, de uns 128 por 128 pixels. As janelas de conversa que mostram imagens a usam.',
  preview: 'O cliente vê',
  previewLine: 'Olá! Como posso ajudar?',
} as const satisfies Catalogue;

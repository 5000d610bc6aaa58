import type { Catalogue } from '../catalogue.ts';

export const botTest = {
  title: 'Enviar uma mensagem de teste',
  lead: 'Envia a mensagem de um cliente em uma conversa que não existe e espera alguns segundos pelo que volta. Nenhum cliente vê nada disso.',
  text: 'Mensagem',
  usual: 'Olá',
  send: 'Enviar mensagem de teste',
  sending: 'Aguardando o provedor…',
  answer: 'A resposta dele',
  emptyAnswer: 'Um corpo vazio, o que está certo.',
  events: 'O que voltou',
  eventBody: '{{what}}, como chegou',
  whatItSent: 'Como chegou',
  nothingCame:
    'Nada chegou ao endereço de serviço em alguns segundos. Verifique se o provedor envia as mensagens para o endereço acima. Em uma conversa real, os atendentes receberiam o cliente depois do tempo de silêncio.',
  'nothingCame.blocked':
    'Nada, porque este bot atingiu o limite por hora: o que o provedor envia é recusado com 429 até a hora terminar.',
  'nothingCame.tokenConflict': 'Nada, porque outro bot tem o mesmo token: o que o provedor envia é recusado com 401.',
  'nothingCame.tokenLost':
    'Nada, porque já não é possível ler o token deste bot: o que o provedor envia é recusado com 401.',
  taken: 'O provedor aceitou em {{took}}; o permitido são 3 s.',
  'taken.withStatus': 'O provedor aceitou em {{took}}; o permitido são 3 s. Status {{status}}.',
  'failure.unreachable': 'Ninguém responde no endereço do provedor.',
  'failure.unreachable.advice':
    'Verifique o endereço, se o programa do provedor está em execução e se este computador consegue acessá-lo.',
  'failure.timeout': 'Sem resposta em 3 segundos.',
  'failure.timeout.advice':
    'O provedor precisa responder na hora com um status de 200 a 299 e enviar as mensagens depois.',
  'failure.tls': 'A conexão segura foi recusada.',
  'failure.tls.advice':
    'O certificado do provedor pode ter vencido ou ser de outro nome. Peça ao provedor que o renove.',
  'failure.redirect': 'O endereço responde com um redirecionamento, e redirecionamentos não são seguidos.',
  'failure.redirect.advice': 'Informe o endereço de destino.',
  'failure.invalidAnswer.noMessage': 'O provedor respondeu com um erro.',
  'failure.invalidAnswer': 'O provedor respondeu com um erro: {{message}}.',
  'failure.invalidAnswer.advice': 'Pergunte ao provedor o que isso significa.',
  'failure.notSent': 'Não foi enviada.',
  'failure.notSent.advice': 'Verifique o endereço do provedor: http:// simples exige “Permitir HTTP simples” ligado.',
  'failure.interrupted': 'O Counterbell foi encerrado no meio do envio.',
  'failure.interrupted.advice': 'Envie de novo.',
  'status.token': 'O provedor não aceita o token (status {{status}}).',
  'status.token.advice': 'Compare o token dos dois lados; tem que ser o mesmo.',
  'status.address': 'O provedor não conhece este endereço (status {{status}}).',
  'status.address.advice': 'Compare o endereço do provedor; o token é acrescentado no fim.',
  'status.method': 'O provedor não aceita mensagens neste endereço (status {{status}}).',
  'status.method.advice': 'Peça ao provedor o endereço que recebe eventos por POST.',
  'status.tooMuch': 'O provedor diz que isso é demais de uma vez (status {{status}}).',
  'status.tooMuch.advice': 'Espere um pouco e peça ao provedor um limite maior.',
  'status.fault': 'O provedor está com uma falha própria (status {{status}}).',
  'status.fault.advice':
    'Avise o provedor. Em uma conversa real, haveria mais duas tentativas, e depois os atendentes receberiam o cliente.',
  status: 'O provedor não aceitou (status {{status}}).',
  'status.advice':
    'Qualquer status de 200 a 299 vale como aceito; pergunte ao provedor por que ele responde outra coisa.',
  'status.none': 'O provedor não aceitou.',
} as const satisfies Catalogue;

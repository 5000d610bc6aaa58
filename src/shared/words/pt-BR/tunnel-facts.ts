import type { Catalogue } from '../catalogue.ts';

export const tunnelFacts = {
  'ssh.name': 'SSH até o seu próprio servidor',
  'ssh.about': 'Um servidor seu repassa as requisições a este computador.',
  'ssh.cost': 'Custa o que o servidor custa; nada além disso.',
  'ssh.address':
    'O endereço continua o mesmo: o nome do servidor e uma porta, ou o que um servidor web de lá fizer disso.',
  'ssh.account': 'Sem conta, só um usuário no servidor.',
  'ssh.limits': 'Sem limites além dos do servidor. Só há HTTPS se um servidor web no servidor o acrescentar.',
  'ssh.needs':
    'Um servidor sempre ligado, com SSH e AllowTcpForwarding. Sem um servidor web na frente, também GatewayPorts clientspecified, o endereço de escuta 0.0.0.0 e a porta aberta no firewall dele.',
  'ssh.privacy': 'Com criptografia até o seu servidor; só você e ele podem ler.',
  'cloudflareQuick.name': 'Cloudflare, túnel rápido',
  'cloudflareQuick.about': 'A Cloudflare dá a este computador um endereço enquanto o túnel estiver no ar.',
  'cloudflareQuick.cost': 'Grátis.',
  'cloudflareQuick.address':
    'Um novo endereço a cada início: é preciso atualizar o seu site toda vez. Bom para experimentar.',
  'cloudflareQuick.account': 'Sem conta.',
  'cloudflareQuick.limits':
    'No máximo 200 requisições ao mesmo tempo, sem garantia de que fique no ar. A frequência com que se cria um novo também é limitada.',
  'cloudflareQuick.needs': 'O programa cloudflared neste computador.',
  'cloudflareQuick.privacy': 'O HTTPS termina na Cloudflare, que pode ler o que passa.',
  'cloudflareNamed.name': 'Cloudflare, túnel com nome',
  'cloudflareNamed.about': 'Um túnel que você configura uma vez na Cloudflare, com um nome do seu domínio.',
  'cloudflareNamed.cost': 'Grátis para este fim; o domínio custa o que custa.',
  'cloudflareNamed.address': 'O endereço continua o mesmo.',
  'cloudflareNamed.account': 'Uma conta na Cloudflare, com um domínio nela.',
  'cloudflareNamed.limits': 'Nenhum limite que uma loja alcance.',
  'cloudflareNamed.needs':
    'O programa cloudflared neste computador, o token do túnel e, na Cloudflare, um public hostname cujo serviço seja o endereço mostrado aqui: essa porta continua a mesma.',
  'cloudflareNamed.privacy': 'O HTTPS termina na Cloudflare, que pode ler o que passa.',
  'ngrok.name': 'ngrok',
  'ngrok.about': 'O ngrok dá a este computador um endereço do domínio dele, ou um dos seus.',
  'ngrok.cost': 'Grátis dentro dos limites; além deles, e com domínio próprio, paga-se por mês.',
  'ngrok.address': 'O endereço continua o mesmo: cada conta tem um.',
  'ngrok.account': 'Uma conta no ngrok, com o authtoken dela.',
  'ngrok.limits':
    'Grátis: 20.000 requisições e 1 GB por mês, três agentes por vez, e quem abre a página de avaliação vê antes um aviso do ngrok.',
  'ngrok.needs': 'Nada para instalar.',
  'ngrok.privacy': 'O HTTPS termina no ngrok, que pode ler o que passa.',
} as const satisfies Catalogue;

import type { Catalogue } from '../catalogue.ts';

export const tunnelFacts = {
  'ssh.name': 'SSH до своего сервера',
  'ssh.about': 'Ваш собственный сервер передаёт запросы на этот компьютер.',
  'ssh.cost': 'Столько, сколько стоит сервер; больше ничего.',
  'ssh.address': 'Адрес не меняется: имя сервера и порт или то, что из них сделает веб-сервер там.',
  'ssh.account': 'Аккаунт не нужен, только пользователь на сервере.',
  'ssh.limits': 'Только те, что у сервера. HTTPS есть, если его добавляет веб-сервер там.',
  'ssh.needs':
    'Сервер, который всегда включён, с SSH и AllowTcpForwarding. Если веб-сервера перед ним нет, ещё GatewayPorts clientspecified, адрес приёма 0.0.0.0 и открытый порт в его брандмауэре.',
  'ssh.privacy': 'Шифруется до вашего сервера; читать можете только вы и он.',
  'cloudflareQuick.name': 'Cloudflare, быстрый туннель',
  'cloudflareQuick.about': 'Cloudflare даёт этому компьютеру адрес, пока работает туннель.',
  'cloudflareQuick.cost': 'Бесплатно.',
  'cloudflareQuick.address':
    'Новый адрес при каждом запуске: каждый раз его нужно менять на сайте. Удобно, чтобы попробовать.',
  'cloudflareQuick.account': 'Аккаунт не нужен.',
  'cloudflareQuick.limits':
    'Не больше 200 запросов одновременно и без обещаний, что туннель не оборвётся. Как часто создаётся новый, тоже ограничено.',
  'cloudflareQuick.needs': 'Программа cloudflared на этом компьютере.',
  'cloudflareQuick.privacy': 'HTTPS кончается у Cloudflare, и она может читать всё, что проходит.',
  'cloudflareNamed.name': 'Cloudflare, именованный туннель',
  'cloudflareNamed.about': 'Туннель, который вы один раз настраиваете в Cloudflare под именем в своём домене.',
  'cloudflareNamed.cost': 'Для этого бесплатно; домен стоит своих денег.',
  'cloudflareNamed.address': 'Адрес не меняется.',
  'cloudflareNamed.account': 'Аккаунт Cloudflare с доменом.',
  'cloudflareNamed.limits': 'Таких, чтобы их заметил магазин, нет.',
  'cloudflareNamed.needs':
    'Программа cloudflared на этом компьютере, токен туннеля и в Cloudflare — Public hostname, у которого в поле Service стоит показанный здесь адрес: этот порт не меняется.',
  'cloudflareNamed.privacy': 'HTTPS кончается у Cloudflare, и она может читать всё, что проходит.',
  'ngrok.name': 'ngrok',
  'ngrok.about': 'ngrok даёт этому компьютеру адрес в своём или вашем домене.',
  'ngrok.cost': 'В пределах лимитов бесплатно; больше и свой домен — за ежемесячную плату.',
  'ngrok.address': 'Адрес не меняется: он есть у каждого аккаунта.',
  'ngrok.account': 'Аккаунт ngrok и его authtoken.',
  'ngrok.limits':
    'Бесплатно: 20 000 запросов и 1 ГБ в месяц, три агента сразу; тот, кто открывает страницу оценки, сначала видит сообщение ngrok.',
  'ngrok.needs': 'Устанавливать ничего не нужно.',
  'ngrok.privacy': 'HTTPS кончается у ngrok, и он может читать всё, что проходит.',
} as const satisfies Catalogue;

import type { Catalogue } from '../catalogue.ts';

export const signIn = {
  title: 'Вход в Counterbell',
  lead: 'Введите ключ доступа.',
  key: 'Ключ доступа',
  whereTitle: 'Где мой ключ?',
  where:
    'Он есть в ссылке, которая выводится там, где запущен Counterbell: после «key=». Можно просто открыть эту ссылку.',
  submit: 'Войти',
  show: 'Показать ключ',
  hide: 'Скрыть ключ',
  'problems.empty': 'Сначала введите ключ доступа.',
  'problems.wrongKey': 'Counterbell не знает такого ключа. Проверьте, что он скопирован целиком.',
  'problems.tooManyTries': 'Этот ключ тоже неверный. Проверьте его, прежде чем пробовать снова.',
  'problems.unreachable': 'Counterbell не отвечает. Проверьте, что он запущен, и попробуйте снова.',
} as const satisfies Catalogue;

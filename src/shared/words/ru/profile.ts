import type { Catalogue } from '../catalogue.ts';

export const profile = {
  lead: 'Каким вас видят клиенты, когда вы отвечаете.',
  name: 'Ваше имя',
  nameHint: 'Стоит рядом с вашими ответами, и в окне чата у клиента тоже.',
  photo: 'Адрес фото',
  photoHint: 'Ссылка на ваше фото, примерно 128 на 128 пикселей. Её берут окна чата, которые показывают фото.',
  preview: 'Клиент видит',
  previewLine: 'Здравствуйте! Чем могу помочь?',
} as const satisfies Catalogue;

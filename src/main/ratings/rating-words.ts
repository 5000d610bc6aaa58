const LANGUAGES = ['en', 'es', 'pt', 'ru', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface RatingWords {
  readonly question: string;
  /** from 1 to 5 */
  readonly rates: readonly [string, string, string, string, string];
  readonly comment: string;
  readonly optional: string;
  readonly send: string;
  readonly choose: string;
  readonly thanks: string;
  readonly yourAnswer: string;
  /** "4 of 5: good", for who hears the stars */
  readonly ofFive: (rate: number, word: string) => string;
  readonly yourComment: string;
  readonly change: string;
  readonly changeHint: string;
  readonly sendChange: string;
  readonly settled: string;
  readonly expired: string;
  readonly expiredHint: string;
  readonly unknown: string;
  readonly unknownHint: string;
  readonly notKept: string;
  readonly notShown: string;
  readonly notShownHint: string;
  readonly tooLarge: string;
  readonly tooLargeHint: string;
  readonly wrongMethod: string;
  readonly wrongMethodHint: string;
}

/** The page's words; each language says the same. */
export const ratingWords: { readonly [L in Language]: RatingWords } = {
  en: {
    question: 'How did we do?',
    rates: ['Very bad', 'Bad', 'Okay', 'Good', 'Very good'],
    comment: 'Anything to add?',
    optional: 'optional',
    send: 'Send',
    choose: 'Please choose from one to five stars.',
    thanks: 'Thank you for your answer',
    yourAnswer: 'Your answer',
    ofFive: (rate, word) => `${rate} of 5: ${word.toLowerCase()}`,
    yourComment: 'Your comment',
    change: 'Change my answer',
    changeHint: 'You can change it within 24 hours.',
    sendChange: 'Send the new answer',
    settled: 'It can no longer be changed.',
    expired: 'This page has expired',
    expiredHint: 'Ratings can be given for seven days after we ask. Thank you all the same.',
    unknown: 'There is no such page',
    unknownHint: 'Please check that the link is complete, as it was sent to you.',
    notKept: 'We could not save your answer just now. It is still here: please send it again in a few minutes.',
    notShown: 'This page cannot be shown just now',
    notShownHint: 'Please try again in a few minutes.',
    tooLarge: 'This is too long',
    tooLargeHint: 'Please go back and shorten your comment.',
    wrongMethod: 'This cannot be done here',
    wrongMethodHint: 'Please open the link as it was sent to you.',
  },
  es: {
    question: '¿Qué tal le hemos atendido?',
    rates: ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'],
    comment: '¿Quiere añadir algo?',
    optional: 'opcional',
    send: 'Enviar',
    choose: 'Elija de una a cinco estrellas, por favor.',
    thanks: 'Gracias por su respuesta',
    yourAnswer: 'Su respuesta',
    ofFive: (rate, word) => `${rate} de 5: ${word.toLowerCase()}`,
    yourComment: 'Su comentario',
    change: 'Cambiar mi respuesta',
    changeHint: 'Puede cambiarla durante 24 horas.',
    sendChange: 'Enviar la nueva respuesta',
    settled: 'Ya no se puede cambiar.',
    expired: 'Esta página ha caducado',
    expiredHint: 'Se puede valorar durante siete días desde que lo pedimos. Gracias de todos modos.',
    unknown: 'Esta página no existe',
    unknownHint: 'Compruebe que el enlace esté completo, tal como lo recibió.',
    notKept:
      'Ahora mismo no hemos podido guardar su respuesta. Sigue aquí: envíela de nuevo dentro de unos minutos, por favor.',
    notShown: 'Esta página no se puede mostrar ahora mismo',
    notShownHint: 'Inténtelo de nuevo dentro de unos minutos, por favor.',
    tooLarge: 'El texto es demasiado largo',
    tooLargeHint: 'Vuelva atrás y acorte su comentario, por favor.',
    wrongMethod: 'Esto no se puede hacer aquí',
    wrongMethodHint: 'Abra el enlace tal como lo recibió, por favor.',
  },
  pt: {
    question: 'Como foi o nosso atendimento?',
    rates: ['Muito ruim', 'Ruim', 'Regular', 'Bom', 'Muito bom'],
    comment: 'Quer acrescentar algo?',
    optional: 'opcional',
    send: 'Enviar',
    choose: 'Escolha de uma a cinco estrelas, por favor.',
    thanks: 'Obrigado pela sua resposta',
    yourAnswer: 'Sua resposta',
    ofFive: (rate, word) => `${rate} de 5: ${word.toLowerCase()}`,
    yourComment: 'Seu comentário',
    change: 'Mudar minha resposta',
    changeHint: 'Você pode mudá-la durante 24 horas.',
    sendChange: 'Enviar a nova resposta',
    settled: 'Ela não pode mais ser mudada.',
    expired: 'Esta página expirou',
    expiredHint: 'É possível avaliar durante sete dias depois do nosso pedido. Obrigado mesmo assim.',
    unknown: 'Esta página não existe',
    unknownHint: 'Verifique se o link está completo, como foi enviado a você.',
    notKept:
      'Não conseguimos salvar sua resposta agora. Ela continua aqui: envie de novo daqui a alguns minutos, por favor.',
    notShown: 'Esta página não pode ser mostrada agora',
    notShownHint: 'Tente de novo daqui a alguns minutos, por favor.',
    tooLarge: 'O texto é longo demais',
    tooLargeHint: 'Volte e encurte seu comentário, por favor.',
    wrongMethod: 'Isto não pode ser feito aqui',
    wrongMethodHint: 'Abra o link como foi enviado a você, por favor.',
  },
  ru: {
    question: 'Как вам наша помощь?',
    rates: ['Очень плохо', 'Плохо', 'Средне', 'Хорошо', 'Очень хорошо'],
    comment: 'Хотите что-то добавить?',
    optional: 'необязательно',
    send: 'Отправить',
    choose: 'Выберите, пожалуйста, от одной до пяти звёзд.',
    thanks: 'Спасибо за ваш ответ',
    yourAnswer: 'Ваш ответ',
    ofFive: (rate, word) => `${rate} из 5: ${word.toLowerCase()}`,
    yourComment: 'Ваш комментарий',
    change: 'Изменить ответ',
    changeHint: 'Его можно изменить в течение 24 часов.',
    sendChange: 'Отправить новый ответ',
    settled: 'Изменить его уже нельзя.',
    expired: 'Срок действия страницы истёк',
    expiredHint: 'Оценить можно в течение семи дней после нашей просьбы. Всё равно спасибо.',
    unknown: 'Такой страницы нет',
    unknownHint: 'Проверьте, пожалуйста, что ссылка полная, как в сообщении.',
    notKept:
      'Сейчас не получилось сохранить ответ. Он остался здесь: отправьте его, пожалуйста, ещё раз через несколько минут.',
    notShown: 'Сейчас эту страницу нельзя показать',
    notShownHint: 'Попробуйте, пожалуйста, через несколько минут.',
    tooLarge: 'Текст слишком длинный',
    tooLargeHint: 'Вернитесь, пожалуйста, назад и сократите комментарий.',
    wrongMethod: 'Здесь этого сделать нельзя',
    wrongMethodHint: 'Откройте, пожалуйста, ссылку так, как она пришла.',
  },
  de: {
    question: 'Wie zufrieden waren Sie mit uns?',
    rates: ['Sehr schlecht', 'Schlecht', 'Mittelmäßig', 'Gut', 'Sehr gut'],
    comment: 'Möchten Sie etwas hinzufügen?',
    optional: 'freiwillig',
    send: 'Senden',
    choose: 'Bitte wählen Sie einen bis fünf Sterne.',
    thanks: 'Vielen Dank für Ihre Antwort',
    yourAnswer: 'Ihre Antwort',
    ofFive: (rate, word) => `${rate} von 5: ${word.toLowerCase()}`,
    yourComment: 'Ihr Kommentar',
    change: 'Antwort ändern',
    changeHint: 'Das geht innerhalb von 24 Stunden.',
    sendChange: 'Neue Antwort senden',
    settled: 'Sie lässt sich nicht mehr ändern.',
    expired: 'Diese Seite ist abgelaufen',
    expiredHint: 'Bewerten können Sie uns sieben Tage lang nach unserer Bitte. Trotzdem vielen Dank.',
    unknown: 'Diese Seite gibt es nicht',
    unknownHint: 'Bitte prüfen Sie, ob der Link vollständig ist, so wie Sie ihn bekommen haben.',
    notKept:
      'Ihre Antwort konnte gerade nicht gespeichert werden. Sie steht noch hier: Bitte senden Sie sie in ein paar Minuten noch einmal.',
    notShown: 'Diese Seite lässt sich gerade nicht anzeigen',
    notShownHint: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    tooLarge: 'Das ist zu lang',
    tooLargeHint: 'Bitte gehen Sie zurück und kürzen Sie Ihren Kommentar.',
    wrongMethod: 'Das geht hier nicht',
    wrongMethodHint: 'Bitte öffnen Sie den Link so, wie Sie ihn bekommen haben.',
  },
};

/** The language of these that an `Accept-Language` header asks for most (`pt-BR` is `pt`); English where it asks for none. */
export function preferredLanguage(header: string | undefined): Language {
  let best: { readonly language: Language; readonly weight: number } | undefined;
  for (const part of (header ?? '').split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const language = LANGUAGES.find((each) => each === range.split('-')[0]);
    const weight = weightOf(parameters);
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? 'en';
}

/** `q=0.8`; what is not a weight counts as none given */
function weightOf(parameters: readonly string[]): number {
  const given = parameters
    .map((parameter) => /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter)?.[1])
    .find((weight) => weight !== undefined);
  return given === undefined ? 1 : Number(given);
}

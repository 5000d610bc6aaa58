import { LONGEST_COMMENT, type PostedForm } from './rating-form.ts';
import type { RatingPage } from './rating-requests.ts';
import { ratingStyle } from './rating-style.ts';
import type { Language } from '#shared/locales/languages.ts';
import { ratingTexts, type RatingTexts } from '#shared/locales/rating.ts';

const RATES = [1, 2, 3, 4, 5] as const;
type Rate = (typeof RATES)[number];

/** Text that is HTML already: everything else is escaped where it is put in. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function html(
  pieces: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[] | undefined)[]
): Html {
  const put = (value: (typeof values)[number]): string => {
    if (value === undefined) return '';
    if (value instanceof Html) return value.text;
    return typeof value === 'object' ? value.map(({ text }) => text).join('') : escaped(String(value));
  };
  return new Html(pieces.reduce((before, piece, at) => `${before}${put(values[at - 1])}${piece}`));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** What was wrong with a form that is shown again. */
export type FormProblem = 'choose' | 'notKept';

/** The page of a rating request, with what was posted where that has to be sent again. */
export function ratingPage(
  language: Language,
  page: RatingPage,
  again?: { readonly problem: FormProblem; readonly posted: PostedForm },
): string {
  const words = ratingTexts(language.code);
  if (again !== undefined)
    return whole(language, words.question, form(words, { ...again.posted, problem: again.problem }), page.shop);
  switch (page.state) {
    case 'open':
      return whole(language, words.question, form(words, {}), page.shop);
    case 'answered':
      return whole(language, words.thanks, html`${answer(words, page)}${change(words, page)}`, page.shop);
    case 'settled':
      return whole(
        language,
        words.thanks,
        html`${answer(words, page)}<p class="quiet">${words.settled}</p>`,
        page.shop,
      );
    case 'expired':
      return noticePage(language, 'expired', page.shop);
  }
}

export type Notice = 'expired' | 'unknown' | 'notShown' | 'tooLarge' | 'wrongMethod';

/** A page that says one thing. */
export function noticePage(language: Language, notice: Notice, shop?: string): string {
  const words = ratingTexts(language.code);
  return whole(
    language,
    words[notice],
    html`<h1>${words[notice]}</h1><p class="quiet">${words[`${notice}Hint`]}</p>`,
    shop,
  );
}

function whole(language: Language, title: string, content: Html, shop: string | undefined): string {
  const named = shop === undefined ? title : `${title} · ${shop}`;
  return html`<!doctype html>
<html lang="${language.code}"><head><meta charset="utf-8"><title>${named}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${new Html(ratingStyle)}</style></head>
<body><main>${shop === undefined ? undefined : html`<p class="shop" dir="auto">${shop}</p>`}${content}</main></body></html>
`.text;
}

interface FormOptions {
  readonly rate?: number | undefined;
  readonly comment?: string | undefined;
  readonly problem?: FormProblem;
  readonly isChange?: boolean;
}

function form(words: RatingTexts, { rate, comment, problem, isChange = false }: FormOptions): Html {
  const heading = isChange
    ? html`<legend>${words.question}</legend>`
    : html`<legend><h1>${words.question}</h1></legend>`;
  const described = problem === undefined ? undefined : html` aria-describedby="problem"`;
  return html`<form method="post" action="">
<fieldset${described}>${heading}${problem === undefined ? undefined : html`<p class="problem" id="problem" role="alert">${words[problem]}</p>`}<div class="stars">${RATES.map((value) => choice(words, value, value === rate))}</div></fieldset>
<div class="field"><label for="comment">${words.comment} <span class="quiet">(${words.optional})</span></label>
<textarea id="comment" name="comment" rows="4" maxlength="${LONGEST_COMMENT}" dir="auto">
${comment}</textarea></div>
<button>${isChange ? words.sendChange : words.send}</button></form>`;
}

function choice(words: RatingTexts, value: Rate, isChosen: boolean): Html {
  return html`<label class="star"><input type="radio" name="rate" value="${value}" required${isChosen ? new Html(' checked') : undefined}>${star(false)}<span><span class="heard">${value} – </span>${words.rates[value]}</span></label>`;
}

function answer(words: RatingTexts, { rate, comment }: RatingPage): Html {
  return html`<h1>${words.thanks}</h1>${rate === undefined ? undefined : chosen(words, rate)}
${comment === undefined ? undefined : html`<h2>${words.yourComment}</h2><p class="comment" dir="auto">${comment}</p>`}`;
}

function chosen(words: RatingTexts, rate: number): Html {
  const word = words.rates[`${rate as Rate}`];
  return html`<h2>${words.yourAnswer}</h2><p class="chosen"><span class="heard">${words.ofFive.replace('{{rate}}', String(rate)).replace('{{word}}', word.toLowerCase())}</span>${RATES.map((value) => star(value <= rate))}<b aria-hidden="true">${word}</b></p>`;
}

/** Opens and closes without a script. */
function change(words: RatingTexts, page: RatingPage): Html {
  return html`<details><summary>${words.change}</summary><p class="quiet">${words.changeHint}</p>${form(words, { rate: page.rate, comment: page.comment, isChange: true })}</details>`;
}

function star(isOn: boolean): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true"${isOn ? new Html(' class="on"') : undefined}><path d="m12 2.8 2.8 5.9 6.4.8-4.7 4.4 1.2 6.4L12 17.2l-5.7 3.1 1.2-6.4-4.7-4.4 6.4-.8z"/></svg>`;
}

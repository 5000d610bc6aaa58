import { Html, html } from '#shared/domain/html.ts';
import { countSigns } from '#shared/domain/graphemes.ts';
import { codePoints } from '#shared/protocol/code-points.ts';
import type { Language } from '#shared/locales/languages.ts';
import { ratingTexts, type RatingTexts } from '#shared/locales/rating.ts';
import type { RatingState } from '#shared/domain/rating-rules.ts';

const RATES = [1, 2, 3, 4, 5] as const;
type Rate = (typeof RATES)[number];

export interface RatingPage {
  readonly state: RatingState;
  readonly rate?: number | undefined;
  readonly comment?: string | undefined;
  /** name that customers see; undefined: it was removed */
  readonly shop?: string | undefined;
}

/** Maximum code points of a comment. */
export const MAX_COMMENT_LENGTH = 2000;

/** A posted form; nothing in it can be trusted. */
export interface PostedForm {
  /** 1 to 5; undefined: nothing or something invalid was sent */
  readonly rate: number | undefined;
  /** undefined: left blank */
  readonly comment: string | undefined;
}

/** Problem with a form that is shown again. */
export type FormProblem = 'choose' | 'notKept' | 'tooLong';

/**
 * The rating page, filled with the posted values if the form has to be sent again. `followed`: by the link that was
 * followed, and still to be sent: programs follow links, too.
 */
export async function ratingPage(
  language: Language,
  page: RatingPage,
  again?: { readonly problem: FormProblem; readonly posted: PostedForm },
  followed?: number,
): Promise<string> {
  const words = await ratingTexts(language.code);
  if (again !== undefined)
    return renderPage(language, words.question, form(words, { ...again.posted, problem: again.problem }), page.shop);
  switch (page.state) {
    case 'open':
      return renderPage(language, words.question, form(words, { rate: followed }), page.shop);
    case 'answered':
      return renderPage(language, words.thanks, html`${answer(words, page)}${change(words, page)}`, page.shop);
    case 'settled':
      return renderPage(
        language,
        words.thanks,
        html`${answer(words, page)}<p class="quiet">${words.settled}</p>`,
        page.shop,
      );
    case 'expired':
      return await noticePage(language, 'expired', page.shop);
  }
}

export type Notice = 'expired' | 'unknown' | 'notShown' | 'tooLarge' | 'wrongMethod';

/** A page with a single message. */
export async function noticePage(language: Language, notice: Notice, shop?: string): Promise<string> {
  const words = await ratingTexts(language.code);
  return renderPage(
    language,
    words[notice],
    html`<h1>${words[notice]}</h1><p class="quiet">${words[`${notice}Hint`]}</p>`,
    shop,
  );
}

function renderPage(language: Language, title: string, content: Html, shop: string | undefined): string {
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
  const { length, most } = countSigns(comment ?? '', MAX_COMMENT_LENGTH, codePoints);
  return html`<form method="post" action="">
<fieldset${described}>${heading}${problem === undefined ? undefined : html`<p class="problem" id="problem" role="alert">${words[problem].replace('{{length}}', String(length)).replace('{{most}}', String(most))}</p>`}<div class="stars">${RATES.map((value) => choice(words, value, value === rate))}</div></fieldset>
<div class="field"><label for="comment">${words.comment} <span class="quiet">(${words.optional})</span></label>
<textarea id="comment" name="comment" rows="4" dir="auto">
${comment}</textarea></div>
<button>${isChange ? words.sendChange : words.send}</button></form>`;
}

function choice(words: RatingTexts, value: Rate, isChosen: boolean): Html {
  return html`<label class="star"><input type="radio" name="rate" value="${value}" required${isChosen ? new Html(' checked') : undefined}>${star(false)}<span><span class="heard">${value} &ndash; </span>${words.rates[value]}</span></label>`;
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

/** The whole style of the rating page; its digest is in the content security policy. */
export const ratingStyle = `
:root{color-scheme:light dark;--ground:#f7f6f4;--card:#fff;--ink:#231f1b;--quiet:#5f5952;--edge:#8b857d;--line:#e3e0db;--accent:#0b5c5f;--on-accent:#fff;--tint:#e0f0ef;--empty:#8b857d;--bad:#b1241c;--bad-tint:#fdecea}
@media (prefers-color-scheme:dark){:root{--ground:#151412;--card:#1f1d1b;--ink:#efece8;--quiet:#b2aca4;--edge:#86807a;--line:#35322e;--accent:#74cbc6;--on-accent:#06201f;--tint:#17393a;--empty:#86807a;--bad:#ffb3aa;--bad-tint:#3d1b18}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;padding:24px 16px;display:flex;flex-direction:column;align-items:center;background:var(--ground);color:var(--ink);font:400 16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{width:100%;max-width:480px;margin:0;padding:28px 24px;background:var(--card);border:1px solid var(--line);border-radius:16px}
@media (max-width:360px){main{padding:24px 16px}}
h1,legend{margin:0;padding:0;font-size:22px;line-height:1.3;font-weight:600;text-wrap:balance}
h2{margin:24px 0 4px;font-size:14px;font-weight:500;color:var(--quiet)}
p{margin:12px 0 0}
.quiet{color:var(--quiet)}
.shop{margin:0 0 8px;font-size:14px;font-weight:500;color:var(--quiet);overflow-wrap:anywhere}
fieldset{margin:0;padding:0;border:0;min-width:0}
.stars{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:4px;margin:20px -6px 0}
.star{position:relative;display:flex;flex-direction:column;align-items:center;gap:4px;min-height:88px;padding:10px 2px 8px;border-radius:10px;text-align:center;font-size:12px;line-height:1.25;color:var(--quiet);cursor:pointer}
.star input{width:20px;height:20px;margin:0;accent-color:var(--accent)}
svg{display:block;width:36px;height:36px;flex:none;fill:none;stroke:var(--empty);stroke-width:1.5;stroke-linejoin:round}
svg.on{fill:var(--accent);stroke:var(--accent)}
@supports selector(:has(a)){
.star input{position:absolute;inset:0;width:100%;height:100%;opacity:0;cursor:pointer}
.star:has(input:checked) svg,.star:has(~ .star input:checked) svg{fill:var(--accent);stroke:var(--accent)}
.star:has(input:checked){background:var(--tint);color:var(--ink);font-weight:600}
.star:has(input:focus-visible){outline:3px solid var(--accent);outline-offset:1px}
@media (hover:hover){.star:hover{background:var(--tint);color:var(--ink)}.star:hover svg,.star:has(~ .star:hover) svg{stroke:var(--accent)}}
}
.field{display:block;margin:24px 0 0}
.field label{display:block;margin:0 0 6px;font-weight:500}
.field .quiet{font-weight:400}
textarea{display:block;width:100%;min-height:112px;padding:10px 12px;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:inherit;font:inherit;resize:vertical;field-sizing:content;max-height:60vh}
button{display:block;width:100%;min-height:48px;margin:20px 0 0;padding:10px 20px;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.1)}
textarea:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{margin:16px 0 0;padding:12px 14px;border-radius:10px;background:var(--bad-tint);color:var(--bad);font-weight:500}
.chosen{margin:0;display:flex;align-items:center;flex-wrap:wrap;gap:4px;font-weight:600}
.chosen svg{width:26px;height:26px}
.chosen b{margin-left:8px;font-weight:600}
.comment{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
details{margin:24px 0 -16px;border-top:1px solid var(--line)}
summary{min-height:48px;margin:4px -8px 0;padding:12px 8px;border-radius:10px;color:var(--accent);font-weight:600;cursor:pointer}
details form{padding:20px 0 16px}
details .quiet{margin:0}
details legend{font-size:18px}
.heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:640px){body{padding:12vh 16px 24px}main{padding:36px}.star{font-size:13px}}
@media (prefers-reduced-motion:no-preference){.star,.star svg,button{transition:background-color .12s ease-out,fill .12s ease-out,stroke .12s ease-out,filter .12s ease-out}}
@media (forced-colors:active){svg.on,.star:has(input:checked) svg,.star:has(~ .star input:checked) svg{fill:Highlight;stroke:Highlight}.star:has(input:checked){outline:2px solid Highlight}button{border:1px solid ButtonText}main{border-color:CanvasText}}
`;

/** A rate in an address or a form. */
export function readRate(text: string | undefined): number | undefined {
  return /^[1-5]$/.test(text ?? '') ? Number(text) : undefined;
}

/** Parses an `application/x-www-form-urlencoded` body; the comment may be longer than is accepted. */
export function readRatingForm(body: Buffer): PostedForm {
  const fields = new URLSearchParams(body.toString('utf8'));
  const rate = readRate(fields.get('rate') ?? undefined);
  const comment = (fields.get('comment') ?? '').toWellFormed().replaceAll('\r\n', '\n').trim();
  return { rate, comment: comment === '' ? undefined : comment };
}

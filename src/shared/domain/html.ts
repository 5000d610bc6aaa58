/** Text that already is HTML: everything else is escaped when inserted. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function html(
  pieces: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[] | undefined)[]
): Html {
  const put = (value: (typeof values)[number]): string => {
    if (value === undefined) return '';
    if (value instanceof Html) return value.text;
    return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value));
  };
  return new Html(pieces.reduce((before, piece, at) => `${before}${put(values[at - 1])}${piece}`));
}

/** As text within HTML, or within an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

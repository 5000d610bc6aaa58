import { WEBSITE_FIELDS } from '#shared/domain/contact-fields.ts';
import type { SiteIdentity, VisitedPage } from '#shared/site/frames.ts';

/** The page as the browser has it. */
export function ownPage(title: string): VisitedPage {
  return { url: location.href.slice(0, 2048), ...named({ title, referrer: document.referrer }) };
}

/** Reads the page that the website describes; what the engine cannot read would keep the window from connecting. */
export function readPage(given: unknown): VisitedPage | undefined {
  const { url, title, referrer } = fieldsOf(given);
  return typeof url === 'string' ? { url: url.slice(0, 2048), ...named({ title, referrer }) } : undefined;
}

/** Reads what the website says of who is signed in, likewise; undefined: nobody can be recognized by it. */
export function readIdentity(given: unknown): SiteIdentity | undefined {
  const { id, signature, name, email, fields, fieldsSignature } = fieldsOf(given);
  if (typeof id !== 'string' || id === '' || id.length > 255) return undefined;
  if (typeof signature !== 'string' || signature.length > 128) return undefined;
  const own = Object.entries(fieldsOf(fields)).filter(isField).slice(0, WEBSITE_FIELDS.most);
  const signed = typeof fieldsSignature === 'string' && fieldsSignature.length <= 128 && { fieldsSignature };
  return {
    id,
    signature,
    ...named({ name, email }),
    ...(fields !== undefined && { fields: Object.fromEntries(own) }),
    ...signed,
  };
}

/** One that the engine takes. */
function isField(field: [name: string, value: unknown]): field is [name: string, value: string | number | boolean] {
  const [name, value] = field;
  const isText = typeof value === 'string' && value.length <= WEBSITE_FIELDS.text;
  return name !== '' && name.length <= WEBSITE_FIELDS.name && (isText || Number.isFinite(value) || value === !!value);
}

const LENGTHS = { title: 300, referrer: 2048, name: 255, email: 255 } as const;

/** The fields that are texts, and not empty. */
function named<Name extends keyof typeof LENGTHS>(fields: Readonly<Record<Name, unknown>>): { [Key in Name]?: string } {
  const found = (Object.entries(fields) as [Name, unknown][]).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value.slice(0, LENGTHS[name])]] : [],
  );
  return Object.fromEntries(found) as { [Key in Name]?: string };
}

function fieldsOf(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null ? { ...given } : {};
}

/** Shows a count before the page's title while the visitor is elsewhere, and puts the title back exactly. */
export function createTitleCount(page: { title: string }) {
  let own: string | undefined;
  let ownTitle: string | undefined;
  /** The page may have set another title meanwhile. */
  const titleOfPage = (): string => (own !== undefined && page.title === ownTitle ? own : page.title);
  return {
    /** without the count */
    titleOfPage,
    show: (count: number): void => {
      const title = titleOfPage();
      if (count === 0) {
        if (ownTitle !== undefined && page.title === ownTitle) page.title = title;
        own = ownTitle = undefined;
        return;
      }
      own = title;
      page.title = `(${String(count)}) ${title}`;
      ownTitle = page.title;
    },
  };
}

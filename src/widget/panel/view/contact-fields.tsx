import type { AskedField } from '#shared/domain/site.ts';
import type { ShownStatus, SiteTexts } from '../../host.ts';
import { useSurroundings } from './context.ts';

const ASKED = ['name', 'email', 'phone'] as const satisfies readonly AskedField[];

/** Values by field; not all are asked for. */
export type Values = Readonly<Partial<Record<AskedField, string>>>;

interface ContactFieldsProps {
  readonly required: ShownStatus['ask'];
  /** nobody is there: where is the reply to go? */
  readonly isAway: boolean;
  readonly values: Values;
  readonly problems: Values;
  readonly onChange: (field: AskedField, value: string) => void;
}

const ATTRIBUTES = {
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
} as const;

/** UTF-16 units, as in `site/frames`. */
const LONGEST = { name: 255, email: 255, phone: 64 } as const;

/** Fields that the shop asks for before the first message. */
export function ContactFields({ required, isAway, values, problems, onChange }: ContactFieldsProps) {
  const { texts } = useSurroundings();
  return (
    <div class="contact" role="group" aria-label={isAway ? texts.ask.away : undefined}>
      {isAway && <p>{texts.ask.away}</p>}
      {ASKED.filter((field) => required[field] !== 'no').map((field) => (
        <label key={field} class="field">
          <span>
            {texts.ask[field]} {required[field] === 'optional' && <small>({texts.ask.optional})</small>}
          </span>
          <input
            {...ATTRIBUTES[field]}
            data-field={field}
            dir="auto"
            value={values[field] ?? ''}
            required={required[field] === 'required'}
            aria-invalid={problems[field] !== undefined}
            aria-describedby={problems[field] === undefined ? undefined : `problem-${field}`}
            onInput={({ currentTarget }) => onChange(field, currentTarget.value)}
          />
          {problems[field] !== undefined && (
            <span id={`problem-${field}`} class="problem">
              {problems[field]}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}

/** Fields to ask for before the first message; while nobody is there an address for the reply, too. */
export function askedNow(ask: ShownStatus['ask'], isAway: boolean, known: Values): ShownStatus['ask'] {
  const wanted = isAway && ask.email === 'no' ? { ...ask, email: 'optional' as const } : ask;
  const fields = ASKED.map((field) => [field, known[field] === undefined ? wanted[field] : 'no'] as const);
  return Object.fromEntries(fields) as unknown as ShownStatus['ask'];
}

/** Finds the problems with what the visitor entered, in words. */
export function problemsOf(ask: ShownStatus['ask'], values: Values, words: SiteTexts['ask']): Values {
  const found = ASKED.flatMap((field) => {
    const value = values[field]?.trim() ?? '';
    if (ask[field] === 'no') return [];
    if (value === '') return ask[field] === 'required' ? [[field, words[`${field}Needed`]]] : [];
    if (value.length > LONGEST[field]) return [[field, words.tooLong]];
    if (field === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value)) return [[field, words.emailWrong]];
    if (field === 'phone' && (value.match(/\d/g)?.length ?? 0) < 5) return [[field, words.phoneWrong]];
    return [];
  });
  return Object.fromEntries(found) as Values;
}

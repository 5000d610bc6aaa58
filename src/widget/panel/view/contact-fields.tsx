import { type AskedField, ASKED } from '../asked.ts';
import { useSurroundings } from './context.ts';

interface ContactFieldsProps {
  readonly asked: Readonly<Record<AskedField, 'no' | 'optional' | 'required'>>;
  /** nobody is there: where is the reply to go? */
  readonly isAway: boolean;
  readonly values: Readonly<Partial<Record<AskedField, string>>>;
  readonly problems: Readonly<Partial<Record<AskedField, string>>>;
  readonly onChange: (field: AskedField, value: string) => void;
}

const ATTRIBUTES = {
  name: { type: 'text', autocomplete: 'name', maxLength: 255 },
  email: { type: 'email', autocomplete: 'email', maxLength: 255 },
  phone: { type: 'tel', autocomplete: 'tel', maxLength: 64 },
} as const;

/** What the shop asks before the first message. */
export function ContactFields({ asked, isAway, values, problems, onChange }: ContactFieldsProps) {
  const { texts } = useSurroundings();
  return (
    <div class="contact" role="group" aria-label={isAway ? texts.ask.away : undefined}>
      {isAway && <p>{texts.ask.away}</p>}
      {ASKED.filter((field) => asked[field] !== 'no').map((field) => (
        <label key={field} class="field">
          <span>
            {texts.ask[field]} {asked[field] === 'optional' && <small>({texts.ask.optional})</small>}
          </span>
          <input
            {...ATTRIBUTES[field]}
            data-field={field}
            dir="auto"
            value={values[field] ?? ''}
            required={asked[field] === 'required'}
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

import { useTranslation } from 'react-i18next';
import { Dices } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { z } from 'zod';
import { botFields } from '#shared/contract/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { ruleWords } from '#renderer/language/rule-words.ts';
import { madeUpToken } from './bot-fields.ts';

/** Asks for a bot's token. */
export const tokenForm = z.object({ token: botFields.token });

/** Tokens shorter than this can be guessed. */
const ENOUGH = 16;

interface TokenFieldProps<Fields extends FieldValues> {
  readonly control: Control<Fields>;
  readonly name: FieldPathByValue<Fields, string>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly autoFocus?: boolean;
}

/** A token to paste, or one made up by a press. */
export function TokenField<Fields extends FieldValues>({
  control,
  name,
  label,
  hint,
  autoFocus = false,
}: TokenFieldProps<Fields>) {
  const { t } = useTranslation('channels');
  const { field, fieldState } = useController({ control, name });
  const typed = String(field.value);
  return (
    <Field
      label={label}
      hint={hint}
      error={ruleWords(fieldState.error)}
      warning={typed !== '' && typed.length < ENOUGH ? t('bots.botAccess.shortToken') : undefined}
    >
      <div className="flex items-start gap-2">
        <Input
          ref={field.ref}
          name={field.name}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          autoFocus={autoFocus}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
        <Button onClick={() => field.onChange(madeUpToken())}>
          <Dices aria-hidden className="size-4" />
          {t('bots.botAccess.makeOne')}
        </Button>
      </div>
    </Field>
  );
}

import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { z } from 'zod';
import { botFields } from '#shared/contract/bots.ts';
import { Dices } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useBots, useChannels } from '#renderer/rpc/use-directory.ts';
import { addressForm } from '../parts/address-fields.tsx';
import { CheckCard } from '../parts/check-card.tsx';
import { neighbourOn } from './bot-state.tsx';
import { PageForm } from '#renderer/components/forms.tsx';
import type { TypedText } from '#renderer/components/text-field.tsx';

export const newBotForm = addressForm('bot', {
  name: botFields.name,
  token: botFields.token,
});

const TOKEN_BYTES = 24;

/** A random token: 32 letters, digits, `-` and `_`, which need no escaping in an address. */
export function generateToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Shorter tokens can be guessed. */
const MIN_TOKEN_LENGTH = 16;

interface TokenFieldProps {
  readonly typed: TypedText;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly autoFocus?: boolean;
}

/** A token to paste, or to generate. */
export function TokenField({ typed, label, hint, autoFocus = false }: TokenFieldProps) {
  const { t } = useTranslation('channels');
  const { value, error, onChange, onLeave, ref } = typed;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      warning={value !== '' && value.length < MIN_TOKEN_LENGTH ? t('bots.botAccess.shortToken') : undefined}
    >
      <div className="flex items-start gap-2">
        <Input
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          autoFocus={autoFocus}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
        <Button onClick={() => onChange(generateToken())}>
          <Dices aria-hidden className="size-4" />
          {t('bots.botAccess.makeOne')}
        </Button>
      </div>
    </Field>
  );
}

interface TokenFormProps extends Omit<TokenFieldProps, 'typed'> {
  readonly botId: string;
  readonly confirmLabel: string;
  readonly onSaved: () => void;
  readonly onCancel?: () => void;
}

export function TokenForm({ botId, confirmLabel, onSaved, onCancel, ...field }: TokenFormProps) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useRouteMutation('bots.update', 'bots.list');
  return (
    <PageForm
      rule={tokenForm}
      start={{ token: '' }}
      send={async ({ token }) => {
        await mutateAsync({ botId, token });
        onSaved();
      }}
      failed={t('bots.failed')}
      confirmLabel={confirmLabel}
      onCancel={onCancel}
    >
      {({ text }) => <TokenField {...field} typed={text('token')} />}
    </PageForm>
  );
}

const tokenForm = z.object({ token: botFields.token });

interface ChannelChoiceProps extends Omit<ComponentProps<typeof CheckCard<string>>, 'label' | 'choices'> {
  /** the bot whose channels are chosen; left out while it is being added */
  readonly botId?: string;
}

/** Checkboxes for channels; notes where another bot comes first. */
export function ChannelChoice({ botId, ...choice }: ChannelChoiceProps) {
  const { t } = useTranslation('channels');
  const channels = useChannels().data ?? [];
  const bots = useBots().data ?? [];
  if (channels.length === 0) return <p className="text-ui text-ink-quiet">{t('bots.noChannels')}</p>;
  return (
    <CheckCard
      label={t('bots.channels')}
      {...choice}
      choices={channels.map(({ id, name }) => ({
        value: id,
        title: name,
        hint: choice.chosen.includes(id) ? orderText(neighbourOn(id, bots, botId)) : undefined,
      }))}
    />
  );
}

function orderText(neighbour: ReturnType<typeof neighbourOn>): string | undefined {
  if (neighbour === undefined) return undefined;
  return neighbour.isFirst
    ? i18n.t('channels:bots.answersFirst', { name: neighbour.name })
    : i18n.t('channels:bots.comesNext', { name: neighbour.name });
}

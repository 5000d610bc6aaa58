import { useTranslation } from 'react-i18next';

import { Eye, EyeOff } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { BrandMark } from '#renderer/components/brand-mark.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { createUnsentStore } from '#renderer/rpc/written.ts';
import { signIn } from '#renderer/rpc/transports.ts';

type Problem = 'empty' | 'wrong_key' | 'too_many_tries' | 'unreachable';

interface SignInScreenProps {
  /** somebody was signed in here until now, and did not sign out themselves */
  readonly hasEnded: boolean;
  /** called once the session exists */
  readonly onSignedIn: () => void;
}

/** Asks for the access key (browser only). */
export function SignInScreen({ hasEnded, onSignedIn }: SignInScreenProps) {
  const { t } = useTranslation('app');
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [pending, setPending] = useState(false);
  const [shown, setShown] = useState(false);
  const [unsent] = useState(() => createUnsentStore(window).list().length);
  const input = useRef<HTMLInputElement>(null);

  const refuse = (why: Problem) => {
    setProblem(why);
    input.current?.focus();
  };
  const submit = async () => {
    if (key.trim() === '') return refuse('empty');
    setPending(true);
    const result = await signIn(key.trim()).catch(() => 'unreachable' as const);
    setPending(false);
    if (result === 'signed_in') onSignedIn();
    else refuse(result);
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-sunken p-6">
      <div className="my-auto flex w-full max-w-[400px] flex-col gap-5 rounded-card border bg-raised p-8">
        <BrandMark />
        <div>
          <h1 className="text-title font-semibold">{t('signIn.title')}</h1>
          <p className="mt-0.5 text-ui text-ink-quiet">{t('signIn.lead')}</p>
        </div>
        {hasEnded && (
          <div role="status" className="rounded-control bg-attention-tint px-3 py-2 text-ui text-attention">
            <p className="font-medium">{t('signIn.ended')}</p>
            <p>{t('signIn.endedMore')}</p>
          </div>
        )}
        {unsent > 0 && <p className="text-ui text-ink-quiet">{t('signIn.unsent', { count: unsent })}</p>}
        <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
          <Field label={t('signIn.key')} error={problem === undefined ? undefined : t(`signIn.problems.${problem}`)}>
            <div className="flex gap-2">
              <Input
                ref={input}
                value={key}
                type={shown ? 'text' : 'password'}
                autoFocus
                autoComplete="current-password"
                spellCheck={false}
                onChange={(event) => {
                  setKey(event.target.value);
                  setProblem(undefined);
                }}
              />
              <IconButton
                variant="outline"
                label={shown ? t('signIn.hide') : t('signIn.show')}
                icon={shown ? <EyeOff /> : <Eye />}
                onClick={() => setShown(!shown)}
              />
            </div>
          </Field>
          <Button type="submit" variant="primary" pending={pending}>
            {t('signIn.submit')}
          </Button>
        </form>
        <div className="border-t pt-4 text-ui">
          <p className="font-medium">{t('signIn.whereTitle')}</p>
          <p className="mt-0.5 text-ink-quiet">{t('signIn.where')}</p>
        </div>
      </div>
    </main>
  );
}

import { ChevronRight } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '#renderer/components/brand-mark.tsx';
import { Button, buttonStyles } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { joinWithBrowser, lookAtInvitation, signedInHere, type JoinRefusal } from '#renderer/rpc/joining.ts';
import type { LookAnswer } from '#shared/contract/joining.ts';
import { readInvitation } from '#shared/domain/invitation.ts';

type State =
  | { readonly is: 'loading' }
  /** `before`: who is signed in in this browser */
  | { readonly is: 'open'; readonly offer: LookAnswer; readonly before: string | undefined }
  | ({ readonly is: 'refused' } & JoinRefusal);

/** Page of an invitation's link: who is invited, and the ways to accept. Nobody has to be signed in. */
export function JoinScreen({ page }: { readonly page: Window }) {
  const { t } = useTranslation('team');
  // Read once: the address forgets it as soon as it is of no more use.
  const [code] = useState(() => page.location.hash.slice(1));
  const [state, setState] = useState<State>({ is: 'loading' });
  const invitation = readInvitation(code);
  const secret = typeof invitation === 'string' ? '' : invitation.secret;

  useEffect(() => void look(secret).then(setState), [secret]);
  useEffect(() => {
    if (state.is === 'refused' && !state.mayChange) page.history.replaceState(null, '', page.location.pathname);
  }, [page, state]);

  switch (state.is) {
    case 'loading':
      return <Frame />;
    case 'refused':
      return (
        <Frame title={t(`joining.page.${state.why}`)}>
          {state.why !== 'failed' && <p className="text-ui text-ink-quiet">{t(`joining.page.${state.why}More`)}</p>}
          {!state.mayChange ? (
            <a href="/" className={buttonStyles({ variant: 'outline' })}>
              {t('joining.page.signIn')}
            </a>
          ) : (
            <Button variant="primary" onClick={() => void look(secret).then(setState)}>
              {t('joining.page.tryAgain')}
            </Button>
          )}
        </Frame>
      );
    case 'open':
      return (
        <Offer
          {...state}
          code={code}
          accept={async () => {
            const refusal = await joinWithBrowser(secret);
            if (refusal !== undefined) return setState({ is: 'refused', ...refusal });
            // Whatever becomes of this entry of the history, it has no secret.
            page.history.replaceState(null, '', page.location.pathname);
            page.location.replace('/');
          }}
        />
      );
  }
}

async function look(secret: string): Promise<State> {
  if (secret === '') return { is: 'refused', why: 'unknown', mayChange: false };
  const [offer, me] = await Promise.all([lookAtInvitation(secret), signedInHere()]);
  return 'why' in offer ? { is: 'refused', ...offer } : { is: 'open', offer, before: me?.name };
}

interface OfferProps extends Omit<Extract<State, { readonly is: 'open' }>, 'is'> {
  readonly code: string;
  /** signs this browser in */
  readonly accept: () => Promise<void>;
}

function Offer({ offer: { shop, name, role, isFurther }, before, code, accept }: OfferProps) {
  const { t } = useTranslation('team');
  const [isAsking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const use = async (): Promise<void> => {
    setPending(true);
    await accept();
    setPending(false);
  };
  const isAlready = isFurther && before === name;
  return (
    <Frame title={t(isFurther ? 'joining.page.titleDevice' : 'joining.page.title', { shop })}>
      <p className="text-message wrap-anywhere">
        {isFurther ? t('joining.page.device', { name }) : t(`joining.page.invited.${role}`, { name })}
      </p>
      {before !== undefined && (
        <p className="rounded-control bg-attention-tint px-3 py-2 text-ui text-attention wrap-anywhere">
          {isAlready ? t('joining.page.already', { name }) : t('joining.page.signedIn', { name: before })}
        </p>
      )}
      <div className="flex flex-col gap-2">
        {isAlready ? (
          <a href="/" className={buttonStyles({ variant: 'primary' })}>
            {t('joining.page.inbox')}
          </a>
        ) : (
          <Button
            variant="primary"
            pending={pending}
            onClick={() => (before === undefined ? void use() : setAsking(true))}
          >
            {t('joining.page.browser')}
          </Button>
        )}
        <a href={`counterbell://join/${code}`} className={buttonStyles({ variant: 'outline' })}>
          {t('joining.page.app')}
        </a>
        <p className="text-meta text-ink-quiet">{t('joining.page.appHint')}</p>
      </div>
      <details className="group border-t pt-2 text-ui">
        <summary className="flex min-h-(--control) cursor-default list-none items-center gap-1.5 rounded-control font-medium [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:unfolded" />
          {t('joining.page.certificate.title')}
        </summary>
        <div className="mt-1 flex flex-col gap-2 text-ink-quiet">
          <p>{t('joining.page.certificate.why')}</p>
          <p>{t('joining.page.certificate.check')}</p>
        </div>
      </details>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('joining.page.switchAsk', { name })}
        consequences={<p>{t('joining.page.switchWill', { before: before ?? '' })}</p>}
        confirmLabel={t('joining.page.switch')}
        pending={pending}
        onConfirm={() => void use()}
      />
    </Frame>
  );
}

/** While it loads, without a title. */
function Frame({ title, children }: { readonly title?: string; readonly children?: ReactNode }) {
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-sunken p-4 sm:p-6">
      <div
        aria-busy={title === undefined}
        className="my-auto flex w-full max-w-[420px] flex-col gap-4 rounded-card border bg-raised p-6 sm:p-8"
      >
        <BrandMark />
        {title !== undefined && <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>}
        {children}
      </div>
    </main>
  );
}

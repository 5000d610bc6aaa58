import { useTranslation } from 'react-i18next';
import { type ReactNode, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { formatSince, useNow } from '#renderer/components/dates.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import type { SeenSecret } from '#shared/contract/audit.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { useAction } from '#renderer/components/actions.tsx';
import { CopiedField } from '../parts/snippet.tsx';

type Outcome = RouteOutput<'audit.renewSeen'>;

interface SeenDialogProps {
  readonly person: { readonly id: string; readonly name: string; readonly seen: readonly SeenSecret[] };
  readonly onClose: () => void;
}

/** What a removed colleague had seen, one button that renews all of it, and what has to be changed elsewhere then. */
export function SeenDialog({ person: { id, name, seen }, onClose }: SeenDialogProps) {
  const { t } = useTranslation('team');
  // What was seen is another list once it is renewed.
  const [shown] = useState(seen);
  const [outcome, setOutcome] = useState<Outcome>();
  const { mutateAsync } = useRouteMutation('audit.renewSeen');
  const { pending, run } = useAction(t('audit.seen.failed'));
  const renew = (): void => void run(async () => setOutcome(await mutateAsync({ operatorId: id })));
  if (outcome !== undefined) return <OutcomeDialog outcome={outcome} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('audit.seen.title', { name })}
      description={shown.length === 0 ? t('audit.seen.nothing', { name }) : t('audit.seen.lead', { name })}
      footer={
        shown.length === 0 ? (
          <DialogClose render={<Button variant="primary">{t('audit.seen.done')}</Button>} />
        ) : (
          <>
            <DialogClose render={<Button>{t('audit.seen.later')}</Button>} />
            <Button variant="primary" pending={pending} onClick={renew}>
              {t('audit.seen.renew')}
            </Button>
          </>
        )
      }
    >
      {shown.length > 0 && (
        <ul aria-label={t('audit.seen.list')} className="flex flex-col divide-y divide-hairline rounded-card border">
          {shown.map((secret) => (
            <SecretRow key={secret.id} {...secret} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface SecretRowProps extends Pick<SeenSecret, 'kind' | 'name'> {
  /** when it was seen */
  readonly at?: number;
  readonly children?: ReactNode;
}

function SecretRow({ kind, name, at, children }: SecretRowProps) {
  const { t } = useTranslation('team');
  const date = useNow((now) => (at === undefined ? '' : formatSince(at, now)));
  return (
    <li className="flex flex-col gap-1 px-3.5 py-2.5 text-ui wrap-anywhere">
      <p className="font-medium">
        {t(`audit.seen.what.${kind}`)}
        {': '}
        <bdi>{name}</bdi>
      </p>
      {date !== '' && <p className="tabular text-ink-quiet">{t('audit.seen.at', { date })}</p>}
      {children ?? <p className="text-ink-quiet">{t(`audit.seen.then.${kind}`)}</p>}
    </li>
  );
}

function OutcomeDialog({ outcome, onClose }: { readonly outcome: Outcome; readonly onClose: () => void }) {
  const { t } = useTranslation('team');
  const { renewed, failed } = outcome;
  return (
    <Dialog
      open
      onClose={onClose}
      title={renewed.length === 0 ? t('audit.seen.failed') : t('audit.seen.renewedTitle')}
      description={renewed.length === 0 ? undefined : t('audit.seen.renewedLead')}
      footer={<DialogClose render={<Button variant="primary">{t('audit.seen.done')}</Button>} />}
    >
      {failed.length > 0 && (
        <section className="flex flex-col gap-2" role="alert">
          <h3 className="text-ui font-semibold text-urgent">{t('audit.seen.failedList')}</h3>
          <ul className="flex flex-col divide-y divide-hairline rounded-card border">
            {failed.map(({ reason, ...secret }) => (
              <SecretRow key={secret.id} {...secret}>
                <p className="text-urgent">{formatPhrase(reason)}</p>
              </SecretRow>
            ))}
          </ul>
        </section>
      )}
      {renewed.length > 0 && (
        <ul
          aria-label={t('audit.seen.renewedList')}
          className="flex flex-col divide-y divide-hairline rounded-card border"
        >
          {renewed.map(({ accessKey, ...secret }) => (
            <SecretRow key={secret.id} {...secret}>
              {accessKey && (
                <CopiedField
                  label={t('audit.seen.newKey', { name: secret.name })}
                  hint={t('audit.seen.then.operator')}
                  copyLabel={t('audit.seen.copyKey', { name: secret.name })}
                  text={accessKey}
                />
              )}
            </SecretRow>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

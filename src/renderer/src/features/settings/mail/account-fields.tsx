import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { named, RowField } from '#renderer/components/field.tsx';
import { More } from '#renderer/components/folding.tsx';
import type { Form } from '#renderer/components/forms.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import type { FoundMailSettings } from '#shared/contract/mailboxes.ts';
import { Notice } from '../parts/section.tsx';
import { type AccountForm, mayBePlain, providerSteps, type ServerName } from './servers.ts';

/** How to get a password that the provider takes; nothing for those that take the usual one. */
export function ProviderHint({ found }: { readonly found: FoundMailSettings }) {
  const { t } = useTranslation('mailbox');
  const steps = providerSteps(found);
  if (steps === undefined) return null;
  const { need, known } = steps;
  const provider = found.provider ?? found.imap.host;
  return (
    <Notice tone={need === 'none' ? 'attention' : 'neutral'} title={t(`provider.${need}.title`, { provider })}>
      <p className={need === 'none' ? undefined : 'text-ink'}>
        {need === 'none'
          ? t('provider.none.what', { provider })
          : known === undefined
            ? t(`provider.${need}.steps`)
            : t(`provider.steps.${known}`)}
      </p>
      {found.help !== undefined && (
        <p>
          <ExternalLink href={found.help}>{t('provider.page', { provider })}</ExternalLink>
        </p>
      )}
    </Notice>
  );
}

interface AccountFieldsProps {
  readonly form: Form<AccountForm>;
  /** a password is stored, and stays unless another is typed */
  readonly hasPassword?: boolean;
  readonly isAppPassword?: boolean;
  /** the servers could not be found */
  readonly areServersOpen: boolean;
}

/** The password, and the servers. */
export function AccountFields({
  form,
  hasPassword = false,
  isAppPassword = false,
  areServersOpen,
}: AccountFieldsProps) {
  const { t } = useTranslation('mailbox');
  const servers = (
    <>
      <ServerFields form={form} server="imap" />
      <ServerFields form={form} server="smtp" />
      <TextField
        {...named('mailbox:servers.smtpPassword')}
        type="password"
        autoComplete="off"
        typed={form.text('smtpPassword')}
      />
    </>
  );
  return (
    <>
      <TextField
        label={isAppPassword ? t('account.appPassword') : t('account.password')}
        hint={hasPassword ? t('account.passwordStays') : t('account.passwordHint')}
        type="password"
        autoComplete="off"
        typed={form.text('password')}
      />
      {areServersOpen ? (
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-4 text-ui font-medium">{t('servers.title')}</legend>
          {servers}
        </fieldset>
      ) : (
        <More label={t('servers.title')}>{servers}</More>
      )}
    </>
  );
}

function ServerFields({ form, server }: { readonly form: Form<AccountForm>; readonly server: ServerName }) {
  const { t } = useTranslation('mailbox');
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <div role="group" aria-label={t(`servers.${server}`)} className="flex flex-col gap-4">
      <Row>
        <TextField {...plain} label={t(`servers.${server}`)} typed={form.text(`${server}Host`)} />
        <TextField {...plain} label={t('servers.port')} inputMode="numeric" short typed={form.text(`${server}Port`)} />
      </Row>
      <TextField {...plain} label={t('servers.user')} typed={form.text(`${server}User`)} />
      {mayBePlain(form.values[`${server}Host`]) && (
        <RowField label={t('servers.tls')} hint={t('servers.tlsHint')}>
          <Switch
            checked={form.values[`${server}Tls`]}
            onCheckedChange={(tls) => form.change({ [`${server}Tls`]: tls })}
          />
        </RowField>
      )}
    </div>
  );
}

/** A server, and its port. */
function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex items-start gap-3 [&>:first-child]:min-w-0 [&>:first-child]:flex-1">{children}</div>;
}

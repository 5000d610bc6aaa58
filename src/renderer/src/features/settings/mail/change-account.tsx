import { useTranslation } from 'react-i18next';
import { useAction } from '#renderer/components/actions.tsx';
import { Button } from '#renderer/components/button.tsx';
import { useForm } from '#renderer/components/forms.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { type MailSettings, mailSettings } from '#shared/domain/mail.ts';
import type { ListedChannel } from '../channels/channel-kind.ts';
import { Group } from '../parts/section.tsx';
import { AccountFields } from './account-fields.tsx';
import { hasPassed, isSignedIn, TestSteps, useMailTest } from './mail-test.tsx';
import { type AccountForm, accountForm, connectingOf, newAccountForm, typedAccount } from './servers.ts';

/** What connects an email address: changes are saved once a mail to itself has arrived. */
export function ChangeAccount({ channel }: { readonly channel: ListedChannel }) {
  const mail = channel.email ?? mailSettings.parse({});
  // What another window has saved is shown.
  return <Account key={JSON.stringify([mail.address, mail.imap, mail.smtp])} channel={channel} mail={mail} />;
}

function Account({ channel, mail }: { readonly channel: ListedChannel; readonly mail: MailSettings }) {
  const { t } = useTranslation('mailbox');
  const test = useMailTest();
  const { mutateAsync } = useRouteMutation('mailboxes.change', 'channels.list', 'mailboxes.list');
  const { pending, run } = useAction(t('account.failed'));
  const hasPassword = channel.secretLost !== true;
  const start = typedAccount(mail.address, mail);
  const save = async (typed: AccountForm, plusAddresses: boolean): Promise<void> => {
    await mutateAsync({ channelId: channel.id, ...connectingOf(typed, mail.folder), plusAddresses });
    form.change({ password: '', smtpPassword: '' });
    notify(t('account.saved'));
  };
  const { form, submit } = useForm({
    rule: hasPassword ? accountForm : newAccountForm,
    start,
    send: async (typed) => {
      const result = await test.run({ channelId: channel.id, ...connectingOf(typed, mail.folder) });
      if (result !== undefined && hasPassed(result) && isChanged(typed)) await save(typed, result.plusAddresses);
    },
  });
  const isChanged = (typed: AccountForm): boolean =>
    JSON.stringify(connectingOf(typed)) !== JSON.stringify(connectingOf(start));
  const failed = test.result !== undefined && !hasPassed(test.result) ? test.result : undefined;
  return (
    <Group title={t('account.title')} lead={t('account.lead')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) void run(submit);
        }}
        className="flex flex-col gap-4"
      >
        <fieldset disabled={pending} className="flex flex-col gap-4">
          <TextField
            label={t('account.address')}
            hint={t('account.addressHint')}
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            typed={form.text('address')}
          />
          <AccountFields form={form} hasPassword={hasPassword} areServersOpen={false} />
        </fieldset>
        <TestSteps test={test} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" pending={pending}>
            {isChanged(form.values) ? t('account.testAndSave') : t('account.test')}
          </Button>
          {test.isRunning && <Button onClick={test.cancel}>{t('test.cancel')}</Button>}
          {failed !== undefined && isChanged(form.values) && isSignedIn(failed) && (
            <Button onClick={() => void run(() => save(form.values, failed.plusAddresses))}>
              {t('account.anyway')}
            </Button>
          )}
        </div>
      </form>
    </Group>
  );
}

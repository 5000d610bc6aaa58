import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { DialogForm, useAction } from '#renderer/components/actions.tsx';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { useForm } from '#renderer/components/forms.tsx';
import { named } from '#renderer/components/field.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { channelFields } from '#shared/contract/channels.ts';
import type { FoundMailSettings, MailTest } from '#shared/contract/mailboxes.ts';
import { mailAddress } from '#shared/domain/mail.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import type { AddDialogProps } from '../channels/channel-kind.ts';
import { AccountFields, ProviderHint } from './account-fields.tsx';
import { hasPassed, isSignedIn, TestSteps, useMailTest } from './mail-test.tsx';
import { type AccountForm, connectingOf, guessedServers, newAccountForm, typedAccount } from './servers.ts';

const startForm = z.object({ address: mailAddress, name: channelFields.name });

interface Looked extends z.infer<typeof startForm> {
  readonly found: FoundMailSettings | undefined;
}

/** A new email address: whose, then its password with what its provider says, then a test. */
export function AddMailDialog({ channels: _channels, ...dialog }: AddDialogProps) {
  const { t } = useTranslation('mailbox');
  return (
    <Dialog {...dialog} title={t('add.title')} description={t('add.lead')}>
      <AddMail onClose={dialog.onClose} />
    </Dialog>
  );
}

/** Mounted each time the dialog opens. */
function AddMail({ onClose }: Pick<AddDialogProps, 'onClose'>) {
  const [looked, setLooked] = useState<Looked>();
  const [isBack, setBack] = useState(false);
  if (looked === undefined || isBack)
    return (
      <Start
        start={looked ?? { address: '', name: '' }}
        onLooked={(next) => {
          setLooked(next);
          setBack(false);
        }}
      />
    );
  return <Connect looked={looked} onBack={() => setBack(true)} onClose={onClose} />;
}

interface StartProps {
  readonly start: z.infer<typeof startForm>;
  readonly onLooked: (looked: Looked) => void;
}

function Start({ start: { address, name }, onLooked }: StartProps) {
  const { t } = useTranslation('mailbox');
  const { call } = useConsole();
  const { form, submit } = useForm({
    rule: startForm,
    start: { address, name },
    send: async (typed) => {
      // What cannot be found is entered.
      const { found } = await call('mailboxes.find', { address: typed.address }).catch(() => ({ found: undefined }));
      onLooked({ ...typed, found });
    },
  });
  return (
    <DialogForm act={submit} failed={t('add.failed')} confirmLabel={t('add.continue')}>
      <TextField
        label={t('account.address')}
        hint={t('account.addressHint')}
        placeholder={t('addressPlaceholder')}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        typed={form.text('address')}
      />
      <TextField
        {...named('mailbox:name')}
        placeholder={t('add.placeholder')}
        autoComplete="off"
        typed={form.text('name')}
      />
    </DialogForm>
  );
}

interface ConnectProps extends Pick<AddDialogProps, 'onClose'> {
  readonly looked: Looked;
  readonly onBack: () => void;
}

function Connect({ looked: { address, name, found }, onBack, onClose }: ConnectProps) {
  const { t } = useTranslation('mailbox');
  const [, navigate] = useLocation();
  const test = useMailTest();
  const { mutateAsync } = useRouteMutation('mailboxes.add', 'channels.list', 'mailboxes.list');
  const { pending, run } = useAction(t('add.failed'));
  const add = async (typed: AccountForm, plusAddresses: boolean): Promise<void> => {
    const { id } = await mutateAsync({ ...connectingOf(typed), password: typed.password, name, plusAddresses });
    onClose();
    notify(t('add.added', { address }));
    navigate(channelPath(id));
  };
  const { form, submit } = useForm({
    rule: newAccountForm,
    start: typedAccount(address, found ?? guessedServers(address)),
    send: async (typed) => {
      const result = await test.run(connectingOf(typed));
      if (result !== undefined && hasPassed(result)) await add(typed, result.plusAddresses);
    },
  });
  const failed: MailTest | undefined = test.isRunning ? undefined : test.result;
  const isRefused = found?.signIn === 'none';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void run(submit);
      }}
      className="flex flex-col gap-4"
    >
      <p className="text-ui wrap-anywhere">
        {found === undefined
          ? t('add.notFound', { address })
          : found.provider === undefined
            ? t('add.found', { address })
            : t('add.foundAt', { address, provider: found.provider })}
      </p>
      {found !== undefined && <ProviderHint found={found} />}
      {!isRefused && (
        <>
          <fieldset disabled={pending} className="contents">
            <AccountFields
              form={form}
              isAppPassword={found?.signIn === 'appPassword'}
              areServersOpen={found === undefined}
            />
          </fieldset>
          <TestSteps test={test} />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {test.isRunning ? (
          <Button onClick={test.cancel}>{t('test.cancel')}</Button>
        ) : (
          <Button onClick={onBack}>{t('add.back')}</Button>
        )}
        {failed !== undefined && !hasPassed(failed) && isSignedIn(failed) && (
          <Button onClick={() => void run(() => add(form.values, failed.plusAddresses))}>{t('add.anyway')}</Button>
        )}
        {!isRefused && (
          <Button type="submit" variant="primary" pending={pending}>
            {t('add.confirm')}
          </Button>
        )}
      </div>
    </form>
  );
}

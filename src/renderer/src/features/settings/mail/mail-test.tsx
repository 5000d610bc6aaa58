import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#renderer/components/progress.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { MAIL_STEPS, type MailboxConnecting, type MailTest, type MailTrouble } from '#shared/contract/mailboxes.ts';

type Tested = MailboxConnecting & { readonly channelId?: string | undefined };
export type MailTestRun = ReturnType<typeof useMailTest>;

/** Tests an email address: one test at a time, which may be cancelled. */
export function useMailTest() {
  const { call } = useConsole();
  const [{ of, result }, show] = useState<{ readonly of?: Tested; readonly result?: MailTest }>({});
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  /** resolves with its result; undefined: cancelled */
  const run = async (tested: Tested): Promise<MailTest | undefined> => {
    cancel.current();
    const cancelled = new Promise<undefined>((resolve) => {
      cancel.current = () => resolve(undefined);
    });
    show({ of: tested });
    try {
      const answer = await Promise.race([call('mailboxes.try', tested), cancelled]);
      show(answer === undefined ? {} : { of: tested, result: answer });
      return answer;
    } catch (error) {
      show({});
      throw error;
    }
  };
  return { run, cancel: () => cancel.current(), of, result, isRunning: of !== undefined && result === undefined };
}

export function hasPassed({ steps }: MailTest): boolean {
  return steps.length === MAIL_STEPS.length && steps.every(({ trouble }) => trouble === undefined);
}

/** Mail comes and goes; only the one to oneself did not arrive. */
export function isSignedIn({ steps }: MailTest): boolean {
  return steps.some(({ step, trouble }) => step === 'sent' && trouble === undefined);
}

/** The steps of a test, what became of them, and what to do about the one that failed. */
export function TestSteps({ test }: { readonly test: MailTestRun }) {
  const { t } = useTranslation('mailbox');
  const { isRunning, result, of } = test;
  const shown = useRef<HTMLDivElement>(null);
  // Below a long form it would not be seen.
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' });
  }, [of, result]);
  if (of === undefined) return null;
  return (
    <div
      ref={shown}
      role="status"
      className="flex scroll-mb-20 flex-col gap-3 rounded-card bg-sunken px-3.5 py-3 text-ui"
    >
      <ol className="flex flex-col gap-2">
        {MAIL_STEPS.map((step) => {
          const outcome = isRunning ? undefined : result?.steps.find((done) => done.step === step);
          return (
            <li key={step} className="flex items-start gap-2">
              <StepIcon isRunning={isRunning} outcome={outcome} />
              <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
                <p className={outcome === undefined ? 'text-ink-quiet' : 'font-medium'}>
                  {t(`test.steps.${step}`, { host: hostOf(step, of), address: of.address })}
                </p>
                {outcome?.trouble !== undefined && (
                  <Trouble
                    {...outcome}
                    trouble={outcome.trouble}
                    account={of}
                    isSending={step === 'smtp' || step === 'sent'}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {isRunning ? (
        <p className="text-ink-quiet">{t('test.takes')}</p>
      ) : (
        result !== undefined && hasPassed(result) && <p className="font-medium text-good">{t('test.passed')}</p>
      )}
    </div>
  );
}

function StepIcon({
  isRunning,
  outcome,
}: {
  readonly isRunning: boolean;
  readonly outcome: MailTest['steps'][number] | undefined;
}) {
  const { t } = useTranslation('mailbox');
  if (isRunning) return <Spinner className="mt-px text-ink-quiet" />;
  const [Icon, look, label] =
    outcome === undefined
      ? ([CircleDashed, 'text-ink-quiet', t('test.notReached')] as const)
      : outcome.trouble === undefined
        ? ([CircleCheck, 'text-good', t('test.done')] as const)
        : ([CircleAlert, 'text-urgent', t('test.failed')] as const);
  return <Icon role="img" aria-label={label} className={`mt-px size-4 shrink-0 ${look}`} />;
}

type Account = Pick<MailboxConnecting, 'address' | 'imap' | 'smtp' | 'folder'>;

function hostOf(step: MailTest['steps'][number]['step'], { imap, smtp }: Account): string {
  return step === 'smtp' || step === 'sent' ? smtp.host : imap.host;
}

interface TroubleProps {
  readonly trouble: MailTrouble;
  /** the server's own words */
  readonly said?: string | undefined;
  readonly account: Account;
  /** it is the server that sends */
  readonly isSending?: boolean | undefined;
}

/** What is wrong with a mail server. */
export function troubleTexts({ trouble, account, isSending = false }: TroubleProps) {
  const { host, port } = isSending ? account.smtp : account.imap;
  const values = { host, port: String(port), folder: account.folder, address: account.address };
  return {
    what: i18n.t(`mailbox:trouble.${trouble}.what`, values),
    todo: i18n.t(`mailbox:trouble.${trouble}.todo`, values),
  };
}

/** The same, what to do, and what the server said. */
export function Trouble({ withWhat = true, ...props }: TroubleProps & { readonly withWhat?: boolean }) {
  const { t } = useTranslation('mailbox');
  const { what, todo } = troubleTexts(props);
  return (
    <>
      {withWhat && <p className="text-urgent">{what}</p>}
      <p>{todo}</p>
      {props.said !== undefined && props.said !== '' && (
        <p className="text-meta text-ink-quiet">{t('trouble.said', { said: props.said })}</p>
      )}
    </>
  );
}

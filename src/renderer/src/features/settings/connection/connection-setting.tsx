import { z } from 'zod';
import { connectionSettings, type ConnectionChange } from '#shared/contract/connection.ts';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { SavedText, SavedSwitch, typedNumber, saveField } from '../parts/saved-field.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { isAddressRange } from '#shared/domain/address-range.ts';
import { fieldRule } from '#shared/domain/phrase.ts';

interface ConnectionTextProps {
  /** dotted path of the setting, where answers point to it: `own.publicUrl` */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly warning?: string | undefined;
  readonly placeholder?: string;
  readonly inputMode?: 'url' | 'numeric';
  readonly aside?: string;
  /** as it is typed */
  readonly saved: string;
  readonly rule: z.ZodType<string, string>;
  readonly changeTo: (typed: string) => ConnectionChange;
}

/** One line of the connection's settings, saved as one leaves it. */
export function ConnectionText({ name, changeTo, ...line }: ConnectionTextProps) {
  const { change } = useWayInChanges();
  return (
    <SavedText
      {...line}
      field={name}
      spellCheck={false}
      autoComplete="off"
      short={line.inputMode === 'numeric'}
      save={(typed) => change.mutateAsync(changeTo(typed))}
    />
  );
}

interface ConnectionSwitchProps {
  /** dotted path of the setting */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly warning?: string | undefined;
  readonly checked: boolean;
  readonly changeTo: (on: boolean) => ConnectionChange;
}

/** One choice about the way in that is on or off, saved at once. */
export function ConnectionSwitch({ name, checked, changeTo, ...line }: ConnectionSwitchProps) {
  const { change } = useWayInChanges();
  return <SavedSwitch {...line} field={name} saved={checked} save={(on) => change.mutateAsync(changeTo(on))} />;
}

const shape = connectionSettings.shape;
const tunnel = shape.tunnel.unwrap().shape;
const ssh = tunnel.ssh.unwrap().shape;
const limits = shape.limits.unwrap().shape;

/** What may be typed where nothing may be typed too. */
const orNothing = (rule: z.ZodType) =>
  z
    .string()
    .trim()
    .superRefine((typed, context) => {
      if (typed === '') return;
      const problem = rule.safeParse(typed, { error: fieldRule }).error?.issues[0];
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.message });
    });

const addresses = z
  .string()
  .trim()
  .refine((typed) => listed(typed).every((each) => isAddressRange(each)), {
    error: () => i18n.t('connection:own.proxiesRule'),
  });

/** Rules for the connection's settings as they are typed; what they say comes from the contract. */
export const typed = {
  networkPort: typedNumber(shape.network.unwrap().shape.port.unwrap()),
  publicUrl: orNothing(shape.own.unwrap().shape.publicUrl.unwrap()),
  addresses,
  sshHost: orNothing(ssh.host.unwrap()),
  sshPort: typedNumber(ssh.port.unwrap()),
  sshUser: orNothing(ssh.user.unwrap()),
  cloudflarePort: typedNumber(tunnel.cloudflare.unwrap().shape.port.unwrap()),
  ngrokDomain: orNothing(tunnel.ngrok.unwrap().shape.domain.unwrap()),
  checkSeconds: typedNumber(shape.checkSeconds.unwrap()),
  journalDays: typedNumber(shape.journal.unwrap().shape.days.unwrap()),
  journalMegabytes: typedNumber(shape.journal.unwrap().shape.megabytes.unwrap()),
  requestsASecond: typedNumber(limits.perAddress.unwrap()),
  kilobytesASecond: typedNumber(limits.kilobytesPerAddress.unwrap()),
  newChatsAMinute: typedNumber(limits.newChatsPerChannel.unwrap()),
} as const;

/** Words apart by commas or spaces: `127.0.0.1, 10.0.0.0/8`. */
export function listed(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

interface Choice<Value> {
  /** dotted path of the setting */
  readonly field: string;
  /** its name on the screen */
  readonly label: string;
  readonly before: Value;
  readonly value: Value;
  readonly changeTo: (value: Value) => ConnectionChange;
}

/** Saves one choice about the way in, says so, and offers to take it back. */
export function useSaveConnection(): <Value>(choice: Choice<Value>) => void {
  const { change } = useWayInChanges();
  return ({ changeTo, before, ...choice }) =>
    void saveField({ ...choice, saved: before, save: (value) => change.mutateAsync(changeTo(value)) });
}

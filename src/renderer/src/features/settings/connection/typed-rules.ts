import { i18n } from '#renderer/language/i18n.ts';
import { z } from 'zod';
import { connectionSettings } from '#shared/contract/connection.ts';
import { isAddressRange } from '#shared/domain/address-range.ts';
import { typedNumber } from '../parts/saved-field.tsx';
import { fieldRule } from '#shared/domain/phrase.ts';

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

import { isPublicName } from '#shared/domain/addresses.ts';
import type { SettingsState } from './installation.ts';

type Known = Pick<SettingsState, 'team' | 'remoteAccess'> & {
  readonly channels: readonly Pick<SettingsState['channels'][number], 'box' | 'email'>[];
};

/**
 * Whom push services can write to about this installation (RFC 8292, section 2.1): an address of its own on the
 * internet, else a mail address. Apple's takes nothing from senders that give none, or one that can't exist.
 */
export function contactOf({ team, remoteAccess, channels }: Known, publicUrl: string): string | undefined {
  const urls = [publicUrl, remoteAccess.outside, ...channels.map(({ box }) => box?.url ?? '')];
  const url = urls.find((text) => text.startsWith('https:') && isPublicName(new URL(text).hostname));
  if (url !== undefined) return new URL(url).origin;
  const mails = [team.contact, ...channels.map(({ email }) => email?.address ?? '')];
  const mail = mails.find((text) => isPublicName(text.replace(/^.*@/, '')));
  return mail && `mailto:${mail}`;
}

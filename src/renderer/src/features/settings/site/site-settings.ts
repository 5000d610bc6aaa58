import { useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import { fieldsOf } from '../parts/saved-field.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { siteSettings, type SiteSettings } from '#shared/domain/site.ts';

/** Settings of a channel whose window has been changed by nobody. */
const UNCHANGED = siteSettings.parse({});

/** The settings of a channel's window. */
export function siteOf({ site }: Pick<Channel, 'site'>): SiteSettings {
  return site ?? UNCHANGED;
}

/** The settings of a channel's window, each saved under its own name. */
export function useSite(channel: Channel) {
  const change = useUpdateChannel(channel.id);
  const site = siteOf(channel);
  /** changes what the settings are when the change's turn comes */
  const changeSite = (step: (now: SiteSettings) => Partial<SiteSettings>): Promise<Channel> =>
    change((now) => ({ site: step(siteOf(now)) }));
  return { site, changeSite, of: fieldsOf(site, (fields) => changeSite(() => fields)) };
}

/** The texts with a changed one; an empty one is removed, so that the default is shown again. */
export function withText(
  texts: SiteSettings['texts'],
  language: string,
  key: string,
  text: string,
): SiteSettings['texts'] {
  const { [key]: _former, ...others } = texts[language] ?? {};
  return { ...texts, [language]: text === '' ? others : { ...others, [key]: text } };
}

import { isSameSite } from '#shared/domain/site-addresses.ts';
import { useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import { fieldsOf } from '#renderer/components/saved-fields.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { siteSettings, type SiteSettings, type SiteText } from '#shared/domain/site.ts';
import type { LetterboxView } from '#shared/contract/letterboxes.ts';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { changesAtEachStart } from '../connection/reach.ts';

/** Settings of a channel whose window has been changed by nobody. */
const UNCHANGED = siteSettings.parse({});

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
  key: SiteText,
  text: string,
): SiteSettings['texts'] {
  const { [key]: _former, ...others } = texts[language] ?? {};
  return { ...texts, [language]: text === '' ? others : { ...others, [key]: text } };
}

/** A website's name from what an owner types or pastes: `https://www.shop.example/cart` is `www.shop.example`. */
export function hostOf(typed: string): string {
  const text = typed.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text.replace(/\/.*$/, '');
  return URL.canParse(text) ? new URL(text).host : text;
}

/** Checks whether a page is on one of these websites, as `Origin` names them; the chat page at `chatPage` is not. */
export function isOnWebsite(page: string | undefined, hosts: readonly string[], chatPage: string): boolean {
  if (page === undefined || !/^https?:/i.test(page) || !URL.canParse(page)) return false;
  const { host, origin, pathname } = new URL(page);
  return `${origin}${pathname}` !== chatPage && hosts.some((site) => isSameSite(site, host));
}

export const guideSteps = ['address', 'look', 'site', 'proof'] as const;
export type GuideStep = (typeof guideSteps)[number];

/** `trial`: works now, but not for everybody, or not for long. */
export type StepState = 'done' | 'trial' | 'toDo';

/** Facts that the guide checks by itself. */
export interface GuideFacts {
  /** undefined until known */
  readonly view: Pick<ConnectionView, 'reach' | 'settings'> | undefined;
  readonly channel: Pick<Channel, 'picture' | 'site' | 'box'>;
  /** the channel's; undefined until known, and without one */
  readonly letterbox?: Pick<LetterboxView, 'state'> | undefined;
  /** the owner has gone on with the look as it is */
  readonly isLookFine: boolean;
  /** a website of the owner's may show the window */
  readonly isAllowed: boolean;
  /** the window was seen, on a page of this computer at least */
  readonly isSeen: boolean;
  /** somebody has written on a website */
  readonly isWritten: boolean;
}

export function guideProgress({
  view,
  channel,
  letterbox,
  isLookFine,
  isAllowed,
  isSeen,
  isWritten,
}: GuideFacts): Readonly<Record<GuideStep, StepState>> {
  const done = (isDone: boolean): StepState => (isDone ? 'done' : 'toDo');
  const isThroughWebsite = channel.box !== undefined;
  return {
    address: isThroughWebsite ? done(letterbox?.state === 'open') : view === undefined ? 'toDo' : addressState(view),
    look: done(
      isLookFine ||
        (isAllowed && !isThroughWebsite) ||
        isSeen ||
        channel.picture !== undefined ||
        isChanged(channel.site),
    ),
    // Who connects a website allows it by that: whether its pages have the line shows when somebody writes there.
    site: isThroughWebsite ? done(isSeen || isWritten) : isSeen && !isAllowed ? 'trial' : done(isAllowed),
    proof: done(isAllowed && isWritten),
  };
}

function addressState({ reach, settings }: NonNullable<GuideFacts['view']>): StepState {
  if (reach.state !== 'reachable') return 'toDo';
  return settings.way === 'lan' || changesAtEachStart(settings) ? 'trial' : 'done';
}

function isChanged(site: SiteSettings | undefined): boolean {
  if (site === undefined) return false;
  const { color, side, theme, texts } = site;
  return (
    color !== UNCHANGED.color || side !== UNCHANGED.side || theme !== UNCHANGED.theme || Object.keys(texts).length > 0
  );
}

import { Globe } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ActionButton } from '#renderer/components/actions.tsx';
import { Ago } from '#renderer/components/dates.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { askedWebsites } from '#shared/domain/websites.ts';
import { MOST_SITES, type WebsiteState } from '#shared/domain/site.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import { useDecide } from './use-decide.ts';

/** Milliseconds until a question can be answered: a press meant for the one before it is not for this one. */
const READING = 600;

export interface WebsiteQuestionsProps {
  readonly channels: readonly Channel[];
  /** their number leads to all of them */
  readonly isLinked?: boolean;
}

/**
 * Websites that want to show a window, one at a time and the oldest first. The one on the screen stays there until it is
 * answered, here or in another window. Belongs into an element of the role `status` that can be focused.
 */
export function WebsiteQuestions({ channels, isLinked = false }: WebsiteQuestionsProps) {
  const [shownId, setShownId] = useState<string>();
  const all = channels.flatMap((channel) =>
    (channel.site === undefined ? [] : askedWebsites(channel.site)).map((other) => ({
      ...other,
      channel,
      isFull: channel.site?.sites.length === MOST_SITES,
      id: `${channel.id} ${other.host}`,
    })),
  );
  const shown = all.find(({ id }) => id === shownId) ?? all[0];
  if (shown?.id !== shownId) setShownId(shown?.id);
  return shown && <Question key={shown.id} {...shown} more={all.length - 1} isLinked={isLinked} />;
}

interface QuestionProps {
  readonly channel: Channel;
  readonly host: string;
  readonly at: number;
  /** there is no room for another website */
  readonly isFull: boolean;
  /** questions that follow */
  readonly more: number;
  readonly isLinked: boolean;
}

function Question({ channel, host, at, isFull, more, isLinked }: QuestionProps) {
  const { t } = useTranslation('website');
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const decide = useDecide(channel);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READING);
    return () => clearTimeout(timer);
  }, []);
  const answer = async (to: WebsiteState, notice: string): Promise<void> => {
    const region = group.current?.closest<HTMLElement>('[role="status"]');
    await decide(host, to, notice);
    region?.focus();
  };
  return (
    <div
      ref={group}
      data-foot-bar
      role="group"
      aria-labelledby={id}
      className="flex gap-2.5 rounded-card bg-attention-tint px-3.5 py-3 text-ui text-attention"
    >
      <Globe aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {/* Of a long name the end stays: whose website it is stands there. */}
        <p id={id} title={host} dir="rtl" className="truncate font-semibold text-end">
          <bdi dir="ltr">{host}</bdi>
        </p>
        <p className="wrap-anywhere">{t('question.ask', { name: channel.name })}</p>
        <p>
          {t('question.firstSeen')} <Ago at={at} className="text-ui" />
        </p>
        {isFull && <p>{t('sites.full', { count: MOST_SITES })}</p>}
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <ActionButton
            size="sm"
            variant="primary"
            aria-describedby={id}
            disabled={isFull || !isReady}
            failed={t('failed')}
            act={() => answer('allowed', t('sites.allowed', { host }))}
          >
            {t('question.yes')}
          </ActionButton>
          <ActionButton
            size="sm"
            aria-describedby={id}
            disabled={!isReady}
            failed={t('failed')}
            act={() => answer('refused', t('sites.refused', { host }))}
          >
            {t('question.no')}
          </ActionButton>
          {more > 0 &&
            (isLinked ? (
              <Link href={channelPath(channel.id, 'website')} className="text-attention underline">
                {t('question.more', { count: more })}
              </Link>
            ) : (
              <span>{t('question.more', { count: more })}</span>
            ))}
        </div>
      </div>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { named } from '#renderer/components/field.tsx';
import { z } from 'zod';
import type { Channel } from '#shared/domain/entities.ts';
import { enteredText, rule } from '#shared/domain/phrase.ts';
import { ASKED_FIELDS, type SiteSettings } from '#shared/domain/site.ts';
import { SavedArea, SavedNumber, SavedSelect, SavedSwitch } from '#renderer/components/saved-fields.tsx';
import { Group } from '../parts/section.tsx';
import { useSite } from './site-settings.ts';

export function AskedFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { site, changeSite, of } = useSite(channel);
  return (
    <Group title={t('ask.title')} lead={t('ask.lead')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-4">
        {ASKED_FIELDS.map((field) => (
          <SavedSelect
            key={field}
            field={`site.ask.${field}`}
            label={t(`ask.${field}`)}
            className="w-full"
            saved={site.ask[field]}
            save={(value) => changeSite(({ ask }) => ({ ask: { ...ask, [field]: value } }))}
            choices={(['no', 'optional', 'required'] as const).map((value) => ({
              value,
              label: t(`ask.choices.${value}`),
            }))}
          />
        ))}
      </div>
      <SavedSwitch {...of('asksConsent')} {...named('website:ask.consent')} />
    </Group>
  );
}

export function ListedVisitors({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { of } = useSite(channel);
  return (
    <Group title={t('visitors.title')}>
      <SavedSwitch {...of('listsAll')} {...named('website:listed.all')} />
    </Group>
  );
}

export function SentFiles({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { of } = useSite(channel);
  return (
    <Group title={t('files.title')}>
      <SavedSwitch {...of('files')} {...named('website:files.files')} />
      <SavedSwitch {...of('voice')} {...named('website:files.voice')} />
    </Group>
  );
}

const MOST_PAGES = 20;

/** One per line. */
const pagesRule = z
  .string()
  .transform((typed) => linesOf(typed).join('\n'))
  .pipe(
    z
      .string()
      .refine((typed) => linesOf(typed).length <= MOST_PAGES, rule('errors:rules.list.long', { most: MOST_PAGES }))
      .refine(
        (typed) => linesOf(typed).every((line) => line.length <= 200),
        rule('errors:rules.most.characters', { most: 200 }),
      ),
  );

export function InvitationFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { site, changeSite } = useSite(channel);
  const { invitation } = site;
  const [wanted, setWanted] = useState(false);
  const change = (fields: Partial<SiteSettings['invitation']>) =>
    changeSite((now) => ({ invitation: { ...now.invitation, ...fields } }));
  const isOpen = invitation.on || wanted;
  return (
    <Group title={t('invitation.title')} lead={t('invitation.lead')}>
      <SavedSwitch
        field="site.invitation"
        {...named('website:invitation.on')}
        saved={isOpen}
        save={async (on) => {
          // Without a text there is nothing to show yet.
          setWanted(on);
          await change({ on: on && invitation.text !== '' });
        }}
      />
      {isOpen && (
        <>
          <SavedArea
            field="site.invitation.text"
            {...named('website:invitation.text')}
            saved={invitation.text}
            rule={enteredText(300, rule('errors:rules.word.needed'))}
            save={(text) => change({ text, on: true })}
          />
          <SavedNumber
            field="site.invitation.seconds"
            {...named('website:invitation.seconds')}
            saved={invitation.seconds}
            rule={z.number().int().min(1).max(3600)}
            save={(seconds) => change({ seconds })}
          />
          <SavedArea
            field="site.invitation.pages"
            {...named('website:invitation.pages')}
            saved={invitation.pages.join('\n')}
            rule={pagesRule}
            save={(typed) => change({ pages: linesOf(typed) })}
          />
        </>
      )}
    </Group>
  );
}

function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

import { isSameSite } from '#shared/domain/site-addresses.ts';
import { useTranslation } from 'react-i18next';
import { Globe, Trash2 } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { Field, Input, named } from '#renderer/components/field.tsx';
import { ruleText } from '#renderer/language/rules.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { fieldRule } from '#shared/domain/phrase.ts';
import { askedWebsites } from '#shared/domain/websites.ts';
import { MOST_REFUSED, MOST_SITES, siteHost, type SiteSettings } from '#shared/domain/site.ts';
import { ActionButton, useAction } from '#renderer/components/actions.tsx';
import { Group } from '../parts/section.tsx';
import { hostOf, siteOf } from './site-settings.ts';
import { useDecide } from './use-decide.ts';
import { WebsiteQuestions } from './put-on-site.tsx';

/** The websites that may show the window, and others that tried or were refused. */
export function Websites({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const site = siteOf(channel);
  const decide = useDecide(channel);
  const { run } = useAction(t('failed'));
  const list = useRef<HTMLUListElement>(null);
  const allow = (host: string) => decide(host, 'allowed', t('sites.allowed', { host }));
  const remove = async (host: string): Promise<void> => {
    await decide(host, 'unknown', t(site.sites.length > 1 ? 'sites.removed' : 'sites.removedLast', { host }));
    list.current?.focus();
  };
  const isFull = site.sites.length >= MOST_SITES;
  const refused = site.otherSites.filter((other) => other.refused === true);
  return (
    <Group title={t('sites.title')} lead={t('sites.lead')}>
      <div role="status" tabIndex={-1} className={askedWebsites(site).length > 0 ? 'outline-none' : 'sr-only'}>
        {askedWebsites(site).length > 0 && <WebsiteQuestions channels={[channel]} />}
      </div>
      {site.sites.length === 0 ? (
        <p className="text-ui text-ink-quiet">{t('sites.none')}</p>
      ) : (
        <Rows ref={list} label={t('sites.title')} rows={site.sites} keyOf={(host) => host}>
          {(host) => (
            <SiteRow host={host}>
              <IconButton
                label={t('sites.remove', { host })}
                icon={<Trash2 />}
                onClick={() => void run(() => remove(host))}
              />
            </SiteRow>
          )}
        </Rows>
      )}
      {isFull ? (
        <p className="text-ui text-ink-quiet">{t('sites.full', { count: MOST_SITES })}</p>
      ) : (
        <AddSite site={site} onAdd={allow} />
      )}
      {refused.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <p className="text-ui font-medium">{t('sites.refusedTitle')}</p>
          <Rows label={t('sites.refusedTitle')} rows={refused} keyOf={({ host }) => host}>
            {({ host }) => (
              <SiteRow host={host}>
                <ActionButton
                  size="sm"
                  aria-label={t('sites.allowHost', { host })}
                  disabled={isFull}
                  failed={t('failed')}
                  act={() => allow(host)}
                >
                  {t('sites.allow')}
                </ActionButton>
              </SiteRow>
            )}
          </Rows>
          {refused.length >= MOST_REFUSED && <p className="text-ui text-ink-quiet">{t('sites.manyRefused')}</p>}
        </div>
      )}
    </Group>
  );
}

function SiteRow({ host, children }: { readonly host: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center gap-3 py-1.5 ps-4 pe-2">
      <Globe aria-hidden className="size-4 shrink-0 text-ink-quiet" />
      <bdi dir="ltr" className="min-w-0 flex-1 text-ui break-all">
        {host}
      </bdi>
      {children}
    </div>
  );
}

/** A website by its name or any address of it. */
function AddSite({ site, onAdd }: { readonly site: SiteSettings; readonly onAdd: (host: string) => Promise<unknown> }) {
  const { t } = useTranslation('website');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const { pending, run } = useAction(t('failed'));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const read = siteHost.safeParse(hostOf(typed), { error: fieldRule });
    if (!read.success) setProblem(ruleText(read.error.issues[0]));
    else if (site.sites.some((host) => isSameSite(host, read.data))) setProblem(t('sites.alreadyThere'));
    else void run(() => onAdd(read.data).then(() => setTyped('')));
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field {...named('website:sites.add')} error={problem}>
        <div className="flex gap-2">
          <Input
            value={typed}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={t('sites.placeholder')}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" pending={pending}>
            {t('sites.addConfirm')}
          </Button>
        </div>
      </Field>
    </form>
  );
}

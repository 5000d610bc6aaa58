import { isSameSite } from '#shared/domain/site-addresses.ts';
import { useTranslation } from 'react-i18next';
import { Globe, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { Field, Input, named } from '#renderer/components/field.tsx';
import { Age } from '#renderer/components/dates.tsx';
import { notify, undoAction } from '#renderer/components/toaster.tsx';
import { ruleText } from '#renderer/language/rules.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { fieldRule } from '#shared/domain/phrase.ts';
import { MOST_SITES, siteHost, type SiteSettings } from '#shared/domain/site.ts';
import { ActionButton, useAction } from '#renderer/components/actions.tsx';
import { Group, Notice } from '../parts/section.tsx';
import { useSite, hostOf, withRefused, withSite, withoutSite } from './site-settings.ts';

/** The websites that may show the window, and others that tried. */
export function Websites({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { site, changeSite } = useSite(channel);
  const { run } = useAction(t('failed'));
  const list = useRef<HTMLUListElement>(null);
  /** what is undone brings back both lists as they were */
  const change = async (said: string, step: (now: SiteSettings) => Partial<SiteSettings>): Promise<void> => {
    const { sites, otherSites } = site;
    await changeSite(step);
    notify(said, {
      id: 'websites',
      action: undoAction(() => void run(() => changeSite(() => ({ sites, otherSites })))),
    });
  };
  const allow = (host: string) => change(t('sites.allowed', { host }), (now) => withSite(now, host));
  const isFull = site.sites.length >= MOST_SITES;
  const asking = site.otherSites.filter(({ refused }) => refused !== true);
  const refused = site.otherSites.filter((other) => other.refused === true);
  return (
    <Group title={t('sites.title')} lead={t('sites.lead')}>
      {asking.map(({ host, at }) => (
        <Notice key={host} tone="attention" title={t('sites.asking', { host })}>
          <p>
            {t('sites.askingMore')} <Age at={at} className="text-ui" />
          </p>
          <div className="mt-1 flex flex-wrap gap-2">
            <AllowButton host={host} variant="primary" disabled={isFull} act={() => allow(host)} />
            <ActionButton
              size="sm"
              aria-label={t('sites.refuseHost', { host })}
              failed={t('failed')}
              act={() => change(t('sites.refused', { host }), (now) => withRefused(now, host))}
            >
              {t('sites.refuse')}
            </ActionButton>
          </div>
        </Notice>
      ))}
      {site.sites.length === 0 ? (
        <p className="text-ui text-ink-quiet">{t('sites.none')}</p>
      ) : (
        <Rows ref={list} label={t('sites.title')} rows={site.sites} keyOf={(host) => host}>
          {(host) => (
            <SiteRow host={host}>
              <IconButton
                label={t('sites.remove', { host })}
                icon={<Trash2 />}
                onClick={() =>
                  void run(async () => {
                    await change(t('sites.removed', { host }), (now) => withoutSite(now, host));
                    list.current?.focus();
                  })
                }
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
                <AllowButton host={host} disabled={isFull} act={() => allow(host)} />
              </SiteRow>
            )}
          </Rows>
        </div>
      )}
    </Group>
  );
}

function AllowButton({
  host,
  ...button
}: { readonly host: string } & Pick<ComponentProps<typeof ActionButton>, 'act' | 'disabled' | 'variant'>) {
  const { t } = useTranslation('website');
  return (
    <ActionButton {...button} size="sm" aria-label={t('sites.allowHost', { host })} failed={t('failed')}>
      {t('sites.allow')}
    </ActionButton>
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

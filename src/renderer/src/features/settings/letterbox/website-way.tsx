import { useTranslation } from 'react-i18next';
import { Globe, KeyRound, Unplug } from 'lucide-react';
import { Link } from 'wouter';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChannels, useLetterboxes } from '#renderer/rpc/use-directory.ts';
import { notify } from '#renderer/components/toaster.tsx';
import type { LetterboxView } from '#shared/contract/letterboxes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { websiteOf } from '#shared/domain/letterbox-address.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import { Group, LinkRow } from '../parts/section.tsx';
import { LetterboxChip } from './letterbox-state.tsx';
import { websiteTrouble } from './trouble.ts';

/** The websites that take messages in, and the channels that could have one. */
export function WebsiteWay() {
  const { t } = useTranslation('website');
  const letterboxes = useLetterboxes();
  const channels = useChannels().data ?? [];
  if (letterboxes === undefined) return null;
  const others = channels.filter(({ site, box }) => site !== undefined && box === undefined);
  return (
    <>
      {letterboxes.length > 0 && (
        <Rows label={t('through.list')} rows={letterboxes} keyOf={({ channelId }) => channelId}>
          {(letterbox) => (
            <WebsiteRow letterbox={letterbox} channel={channels.find(({ id }) => id === letterbox.channelId)} />
          )}
        </Rows>
      )}
      <Group title={t('through.connect')} lead={t('through.who')}>
        {others.length === 0 ? (
          <p className="text-ui text-ink-quiet">
            {t('through.connectNew')}{' '}
            <Link href="/settings/channels" className="underline">
              {t('through.toChannels')}
            </Link>
            .
          </p>
        ) : (
          <Rows label={t('through.connect')} rows={others} keyOf={({ id }) => id}>
            {({ id, name }) => (
              <LinkRow
                href={channelPath(id, 'guide')}
                icon={<Globe aria-hidden className="size-4 shrink-0 text-ink-quiet" />}
                title={name}
              >
                {undefined}
              </LinkRow>
            )}
          </Rows>
        )}
      </Group>
    </>
  );
}

function WebsiteRow({
  letterbox,
  channel,
}: {
  readonly letterbox: LetterboxView;
  readonly channel: Channel | undefined;
}) {
  const { t } = useTranslation('website');
  const { channelId, url, httpStatus } = letterbox;
  const { mutateAsync: renew } = useRouteMutation('letterboxes.renew', 'letterboxes.list');
  const { mutateAsync: remove } = useRouteMutation('letterboxes.remove', 'letterboxes.list');
  const website = websiteOf(url);
  const trouble = websiteTrouble(letterbox);
  return (
    <div className="flex flex-col gap-2.5 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-message font-medium break-all">
            <bdi dir="ltr">{website}</bdi>
          </p>
          {channel !== undefined && (
            <Link href={channelPath(channelId, 'website')} className="text-meta underline">
              {channel.name}
            </Link>
          )}
        </div>
        <LetterboxChip letterbox={letterbox} />
      </div>
      {trouble !== undefined && (
        <p className="text-ui wrap-anywhere">
          {t(`through.trouble.${trouble}.what`, { website, status: String(httpStatus ?? '') })}{' '}
          {t(`through.trouble.${trouble}.todo`, { website, status: String(httpStatus ?? '') })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          icon={<KeyRound aria-hidden className="size-4" />}
          label={t('through.renew')}
          title={t('through.renewAsk', { website })}
          will={[t('through.renewWill.1'), t('through.renewWill.2')]}
          failed={t('through.notRenewed')}
          act={() => renew({ channelId })}
          done={t('through.renewed')}
        />
        <ConfirmButton
          icon={<Unplug aria-hidden className="size-4" />}
          label={t('through.remove')}
          title={t('through.removeAsk', { website })}
          will={[t('through.removeWill.1'), t('through.removeWill.2')]}
          failed={t('through.notRemoved')}
          act={async () => {
            const { emptied } = await remove({ channelId });
            notify(t(emptied ? 'through.removed' : 'through.removedFull', { website }));
          }}
        />
      </div>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import { Collapsible } from '@base-ui/react/collapsible';
import type { TestLine } from '#shared/contract/test-customer.ts';

/** Fields of a media message (chat channel interface, section 2), in its order. */
const FIELDS = [
  'file',
  'thumb',
  'emoji',
  'file_size',
  'file_name',
  'duration',
  'width',
  'height',
  'text',
  'performer',
  'title',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof TestLine)[];

/** All that came with a reply, field by field, for who builds the app. */
export function ReceivedFields({ line }: { readonly line: TestLine }) {
  const { t } = useTranslation('channels');
  const came = [
    ['type', line.type] as const,
    ...FIELDS.flatMap((field) => (line[field] === undefined ? [] : [[field, line[field]] as const])),
  ];
  return (
    <Collapsible.Root>
      <Collapsible.Trigger className="group -ms-1 flex items-center gap-0.5 rounded-sm pe-1.5 text-meta text-ink-quiet transition-colors hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-data-panel-open:unfolded" />
        {t('testCustomer.fields')}
      </Collapsible.Trigger>
      <Collapsible.Panel>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded-control bg-ground px-2.5 py-2 font-mono text-meta">
          {came.map(([field, value]) => (
            <div key={field} className="contents">
              <dt className="text-ink-quiet">{field}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <bdi>{String(value)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}

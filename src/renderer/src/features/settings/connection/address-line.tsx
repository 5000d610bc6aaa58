import { CopyButton } from '#renderer/components/copy-button.tsx';

/** An address to read and to copy. */
export function AddressLine({ address, copyLabel }: { readonly address: string; readonly copyLabel: string }) {
  return (
    <div className="flex items-start gap-2">
      <code className="min-w-0 flex-1 rounded-control border bg-sunken px-2.5 py-[7px] font-mono text-meta break-all text-ink">
        {address}
      </code>
      <CopyButton text={address} label={copyLabel} />
    </div>
  );
}

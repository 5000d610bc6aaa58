/** What there is to know about a choice: a word at the left, a sentence at the right. */
export function Facts({ facts }: { readonly facts: readonly (readonly [term: string, words: string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-control bg-sunken px-3.5 py-3 text-ui">
      {facts.map(([term, words]) => (
        <div key={term} className="contents">
          <dt className="font-medium">{term}</dt>
          <dd className="min-w-0 text-ink-quiet">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

import type { Block, Inline } from '#shared/site/frames.ts';
import type { ComponentChildren } from 'preact';

/** A checked tree of formatted text as elements: nothing in it is ever read as HTML. */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return <>{blocks.map(shownBlock)}</>;
}

function shownBlock(block: Block): ComponentChildren {
  if ('p' in block) return <p dir="auto">{block.p.map(shownInline)}</p>;
  if ('h' in block)
    return (
      <p dir="auto" class="heading">
        {block.h.map(shownInline)}
      </p>
    );
  if ('pre' in block)
    return (
      <pre dir="ltr" tabIndex={0}>
        {block.pre}
      </pre>
    );
  if ('quote' in block)
    return (
      <blockquote>
        <Blocks blocks={block.quote} />
      </blockquote>
    );
  if (!('list' in block)) return null;
  const items = block.list.map((item, index) => (
    <li key={index} dir="auto">
      <Blocks blocks={item} />
    </li>
  ));
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

function shownInline(inline: Inline): ComponentChildren {
  if (typeof inline === 'string') return inline;
  if ('b' in inline) return <b>{inline.b.map(shownInline)}</b>;
  if ('i' in inline) return <i>{inline.i.map(shownInline)}</i>;
  if ('s' in inline) return <s>{inline.s.map(shownInline)}</s>;
  if ('code' in inline) return <code>{inline.code}</code>;
  if ('br' in inline) return <br />;
  const children = inline.of.map(shownInline);
  // The engine checks links; a page may still have put itself between.
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(inline.href)) return <>{children}</>;
  return (
    <a href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

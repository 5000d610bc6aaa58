import type { Nodes, PhrasingContent } from 'mdast';
import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { cn } from '#renderer/components/class-names.ts';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { safeLink } from '#shared/domain/links.ts';
import { isFormattable } from '#shared/domain/markdown-bounds.ts';
import { type TextPart, textParts } from '#shared/domain/text-parts.ts';
import { showUnseen } from '#shared/domain/visible-text.ts';
import { MessageText } from './message-text.tsx';

const MAX_DEPTH = 24;

interface Node {
  readonly children?: readonly Node[] | undefined;
}

/** Extensions of the parser. */
interface ParserData {
  readonly micromarkExtensions?: object[];
  readonly fromMarkdownExtensions?: (ReadsTokens | ReadsTokens[])[];
}
interface ReadsTokens {
  readonly enter?: Readonly<Record<string, unknown>>;
}

type Parent = Extract<Nodes, { readonly children: readonly unknown[] }>;

/** A bot's Markdown: no HTML, no images, only web and mail links. Shown unformatted if that fails. */
export function BotMarkdown({ markdown }: { readonly markdown: string }) {
  const plain = <MessageText text={markdown} />;
  const shown = useMemo(
    () =>
      isFormattable(markdown) && (
        <Markdown
          remarkPlugins={[remarkGfmWithoutAddresses, linkAddresses]}
          rehypePlugins={[rehypeSanitize, limitDepth]}
          urlTransform={(address) => safeLink(address) ?? ''}
          components={components}
        >
          {markdown}
        </Markdown>
      ),
    [markdown],
  );
  if (shown === false) return plain;
  return (
    // Text that crashes the parser by endless nesting must not take down the window.
    <FaultBoundary part="message" of={[markdown]} within={() => plain}>
      <div
        dir="auto"
        className="flex min-w-0 flex-col gap-2 text-message wrap-anywhere [&_:is(p,li,th,td,blockquote)]:[unicode-bidi:plaintext] [&_li>p]:inline [&_:is(ul,ol)_:is(ul,ol)]:mt-0.5"
      >
        {shown}
      </div>
    </FaultBoundary>
  );
}

const Heading = ({ children }: { readonly children?: ReactNode }) => <p className="font-semibold">{children}</p>;
const none = () => null;

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: Link,
  img: ({ src, alt }) => (
    <Link href={typeof src === 'string' ? src : undefined}>
      {alt === undefined || alt === '' ? i18n.t('conversation:botMessages.picture') : alt}
    </Link>
  ),
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-0.5 ps-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="flex list-decimal flex-col gap-0.5 ps-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="marker:text-ink-quiet">{children}</li>,
  blockquote: ({ children }) => <blockquote className="border-s-2 border-bot ps-3">{children}</blockquote>,
  hr: () => <hr className="border-edge" />,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  code: ({ children }) => <code className="rounded-sm bg-raised px-1 py-px font-mono text-ui">{children}</code>,
  pre: ({ children }) => (
    <Wide aria-label={i18n.t('conversation:botMessages.code')} className="rounded-sm bg-raised px-3 py-2">
      <pre dir="ltr" className="w-max min-w-full wrap-normal [&_code]:p-0 [&_code]:whitespace-pre">
        {children}
      </pre>
    </Wide>
  ),
  table: ({ children }) => (
    <Wide aria-label={i18n.t('conversation:botMessages.table')}>
      <table className="w-max min-w-full border-collapse text-ui wrap-normal [&_:is(th,td)]:max-w-60 [&_:is(th,td)]:border-b [&_:is(th,td)]:border-edge [&_:is(th,td)]:px-2 [&_:is(th,td)]:py-1 [&_:is(th,td)]:text-start [&_:is(th,td)]:align-top [&_td]:font-normal [&_th]:font-semibold">
        {children}
      </table>
    </Wide>
  ),
  input: ({ checked }) => <Checkbox checked={checked === true} />,
  // Footnotes link to anchors, which bubbles do not have.
  section: ({ children }) => <div className="text-ui text-ink-quiet">{children}</div>,
  video: none,
  audio: none,
};

/** Opens in the browser; plain text if its address is not allowed. */
function Link({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  const address = href === undefined ? undefined : safeLink(href);
  if (address === undefined) return <bdi>{children}</bdi>;
  return (
    <ExternalLink href={address} look="words">
      <bdi>{children}</bdi>
    </ExternalLink>
  );
}

/** Wide content scrolls inside the bubble, also by keyboard. */
function Wide({ className, ...rest }: ComponentProps<'div'>) {
  return <div role="group" tabIndex={0} {...rest} className={cn('max-w-full overflow-x-auto', className)} />;
}

function Checkbox({ checked }: { readonly checked: boolean }) {
  const { t } = useTranslation('conversation');
  return (
    <span role="img" aria-label={checked ? t('botMessages.done') : t('botMessages.notDone')} className="me-1">
      {checked ? '☑' : '☐'}
    </span>
  );
}

/** GitHub's additions, except that it finds addresses by rules of its own. */
function remarkGfmWithoutAddresses(this: { readonly data: () => unknown }): void {
  remarkGfm.call(this);
  const { micromarkExtensions = [], fromMarkdownExtensions = [] } = this.data() as ParserData;
  micromarkExtensions.push({ disable: { null: ['wwwAutolink', 'protocolAutolink', 'emailAutolink'] } });
  const known = fromMarkdownExtensions.flat();
  fromMarkdownExtensions.splice(0, Infinity, ...known.filter(({ enter }) => enter?.['literalAutolink'] === undefined));
}

/** Finds addresses as in plain texts, and shows what nobody sees. */
export function linkAddresses() {
  const inside = (parent: Parent): void => {
    parent.children = parent.children.flatMap((node): (typeof node)[] => {
      if (node.type === 'text' && parent.type !== 'link') return textParts(node.value).map(addressNode);
      if ('value' in node) return [{ ...node, value: showUnseen(node.value) }];
      if ('children' in node) inside(node);
      return [node];
    }) as typeof parent.children;
  };
  return inside;
}

function addressNode(part: TextPart): PhrasingContent {
  const text = { type: 'text' as const, value: part.kind === 'unseen' ? showUnseen(part.text) : part.text };
  return part.kind === 'link' ? { type: 'link', url: part.href, children: [text] } : text;
}

/** A rehype plugin that rejects excessive nesting, which browsers cannot lay out. */
export function limitDepth(): (tree: Node) => void {
  const check = (node: Node, depth: number): void => {
    if (depth > MAX_DEPTH) throw new Error('nested too deep to be shown');
    for (const child of node.children ?? []) check(child, depth + 1);
  };
  return (tree) => check(tree, 0);
}

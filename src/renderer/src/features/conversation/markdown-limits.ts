/** Longer text is shown as it was written: parsing it would hold up the window. */
const LONGEST = 10_000;
const DEEPEST = 24;

/** Whether a text is short enough to be shown as markdown. */
export function isTame(markdown: string): boolean {
  return markdown.length <= LONGEST;
}

/** An address that may be followed: a web page, or somebody's mail. Relative ones would lead into the console. */
export function safeLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' || protocol === 'mailto:' ? href : undefined;
}

interface Node {
  readonly children?: readonly Node[] | undefined;
}

/** A rehype plugin that refuses what is nested deeper than anybody would: browsers lay out no such thing. */
export function shallow(): (tree: Node) => void {
  const check = (node: Node, depth: number): void => {
    if (depth > DEEPEST) throw new Error('nested too deep to be shown');
    for (const child of node.children ?? []) check(child, depth + 1);
  };
  return (tree) => check(tree, 0);
}

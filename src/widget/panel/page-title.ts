/** Shows a count before the page's title while the visitor is elsewhere, and puts the title back exactly. */
export function createTitleCount(page: { title: string }): (count: number) => void {
  let own: string | undefined;
  let ours: string | undefined;
  return (count) => {
    // The page may have set another title meanwhile.
    const title = ours !== undefined && own !== undefined && page.title === ours ? own : page.title;
    if (count === 0) {
      if (ours !== undefined && page.title === ours) page.title = title;
      own = ours = undefined;
      return;
    }
    own = title;
    page.title = `(${String(count)}) ${title}`;
    ours = page.title;
  };
}

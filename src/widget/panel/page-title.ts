/** Shows a count before the page's title while the visitor is elsewhere, and puts the title back exactly. */
export function createTitleCount(page: { title: string }) {
  let own: string | undefined;
  let ours: string | undefined;
  /** The page may have set another title meanwhile. */
  const titleOfPage = (): string => (own !== undefined && page.title === ours ? own : page.title);
  return {
    /** without the count */
    titleOfPage,
    show: (count: number): void => {
      const title = titleOfPage();
      if (count === 0) {
        if (ours !== undefined && page.title === ours) page.title = title;
        own = ours = undefined;
        return;
      }
      own = title;
      page.title = `(${String(count)}) ${title}`;
      ours = page.title;
    },
  };
}

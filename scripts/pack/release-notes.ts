/** What the changelog says of a version: the text between its heading and the next. Throws where it says nothing. */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((each) => each.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (notes === undefined || notes === '') throw new Error(`CHANGELOG.md says nothing of version ${version}.`);
  return notes;
}

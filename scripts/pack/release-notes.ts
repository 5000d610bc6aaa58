/** The changelog's text for a version, from its heading to the next. Throws if there is none. */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((each) => each.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (notes === undefined || notes === '') throw new Error(`CHANGELOG.md says nothing of version ${version}.`);
  return notes;
}

import { expect, test } from 'vitest';
import { releaseNotes } from '../pack.ts';

const changelog =
  '# Changelog\n\n## [1.1.0] - 2026-12-01\n\n### Added\n\n- Two.\n\n## [1.0.0] - 2026-11-01\n\n- One.\n';

test('the notes of a version are its section of the changelog', () => {
  expect(releaseNotes(changelog, '1.1.0')).toBe('### Added\n\n- Two.');
  expect(releaseNotes(changelog, '1.0.0')).toBe('- One.');
});

test('a version without notes is not packed', () => {
  expect(() => releaseNotes(changelog, '1.2.0')).toThrow('CHANGELOG.md says nothing of version 1.2.0.');
});

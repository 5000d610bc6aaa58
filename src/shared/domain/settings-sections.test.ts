import { expect, test } from 'vitest';
import { sectionPath, shownGroups, shownSections } from './settings-sections.ts';

test('operators see their own sections, without empty groups; in the desktop app the computer’s too', () => {
  expect(shownGroups({ hasDesktop: false, isOwner: false })).toEqual([
    { name: 'you', sections: ['profile', 'appearance', 'notifications'] },
    { name: 'replies', sections: ['replies'] },
    { name: 'data', sections: ['media', 'blocked', 'about'] },
  ]);
  expect(shownSections({ hasDesktop: true, isOwner: false })).toContain('computer');
  expect(shownSections({ hasDesktop: false, isOwner: false, hasNodes: true })).not.toContain('servers');
});

test('owners see every section, each with a path of its own', () => {
  const sections = shownSections({ hasDesktop: true, isOwner: true });
  for (const viewer of [true, false])
    for (const section of shownSections({ hasDesktop: viewer, isOwner: !viewer })) expect(sections).toContain(section);
  expect(sections).not.toContain('servers');
  expect(shownSections({ hasDesktop: false, isOwner: true, hasNodes: true })).toContain('servers');
  expect(new Set(sections.map(sectionPath)).size).toBe(sections.length);
});

import { describe, expect, it } from 'vitest';
import { faults, partsOf, type Chunk } from './parts.ts';

const chunk = (change: Partial<Chunk>): Chunk => ({
  isEntry: false,
  isLoadedLater: false,
  facade: '',
  modules: [],
  imports: [],
  bytes: 1000,
  ...change,
});

const chunks = new Map<string, Chunk>([
  ['index.js', chunk({ isEntry: true, imports: ['shared.js'], modules: ['/p/src/renderer/src/main.tsx'] })],
  ['shared.js', chunk({ modules: ['/p/node_modules/react/index.js'], imports: ['index.js'] })],
  [
    'settings.js',
    chunk({
      isLoadedLater: true,
      facade: '/p/src/renderer/src/features/settings/settings-screen.tsx',
      imports: ['shared.js', 'fields.js'],
      bytes: 5000,
    }),
  ],
  ['fields.js', chunk({ bytes: 2000 })],
]);
const budgets = {
  firstLoad: 2,
  parts: { 'features/settings/settings-screen.tsx': 7 },
  anyPart: 1,
  notAtFirst: ['/features/settings/'],
};

describe('the size of the console', () => {
  it('counts the first load once, and of a later part only what is not loaded yet', () => {
    expect(partsOf(chunks, budgets).map(({ name, bytes, budget }) => ({ name, bytes, budget }))).toEqual([
      { name: 'first load', bytes: 2000, budget: 2 },
      { name: 'features/settings/settings-screen.tsx', bytes: 7000, budget: 7 },
    ]);
  });

  it('reports nothing within the budgets', () => {
    expect(faults(partsOf(chunks, budgets), budgets)).toEqual([]);
  });

  it('reports a part that is too large', () => {
    const tight = { ...budgets, firstLoad: 1.9, parts: {} };
    expect(faults(partsOf(chunks, tight), tight)).toEqual([
      'first load weighs 2.0 kB; its budget is 1.9',
      'features/settings/settings-screen.tsx weighs 7.0 kB; its budget is 1',
    ]);
  });

  it('reports modules that must not be in the first load', () => {
    const early = new Map([
      ...chunks,
      ['shared.js', chunk({ modules: ['/p/src/renderer/src/features/settings/parts/section.tsx'] })],
    ]);
    expect(faults(partsOf(early, budgets), budgets)).toEqual([
      'features/settings/parts/section.tsx must not be in the first load',
    ]);
  });

  it('reports a budget without a part', () => {
    const stale = { ...budgets, parts: { ...budgets.parts, 'features/old/old-screen.tsx': 9 } };
    expect(faults(partsOf(chunks, stale), stale)).toEqual([
      'there is no part features/old/old-screen.tsx any more: take its budget away',
    ]);
  });
});

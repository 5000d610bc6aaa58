import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        // The store's worker keeps its place beside the entries, so that one relative path finds it in source and build.
        input: { index: 'src/main/index.ts', headless: 'src/main/headless.ts', 'store/worker': 'src/main/store/worker.ts' },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), tailwind()],
    build: { rolldownOptions: { input: { index: 'src/renderer/index.html' } } },
  },
});

import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'electron-vite';
import { bundledLicences } from './scripts/pack/licences.ts';
import { withoutUnusedEmojiData, withoutUnusedParts } from './scripts/pack/unused-parts.ts';
import { consoleSize, filesOfLanguages, firstLoadChunk, laterChunk } from './scripts/budgets.ts';

export default defineConfig({
  main: {
    plugins: [withoutUnusedParts()],
    build: {
      license: bundledLicences,
      // One bundle including its dependencies starts sooner, and node_modules needn't be packed.
      externalizeDeps: false,
      // Desktop specs may run on an older Electron, which does not know `using` yet.
      target: 'node22',
      rolldownOptions: {
        // Workers keep their place next to the entries, so that one relative path works in both source and build.
        input: {
          index: 'src/main/index.ts',
          headless: 'src/main/headless.ts',
          ...Object.fromEntries(
            ['writer', 'reader', 'archive'].map((name) => [
              `store/threads/${name}`,
              `src/main/store/threads/${name}.ts`,
            ]),
          ),
        },
        // Its native code is packed next to the bundle, if npm installed some for the system.
        external: ['@ngrok/ngrok'],
        output: {
          // Less to parse at each start; names are kept for the log.
          minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
          // A single other character would double the memory of all the code in its file.
          charset: 'ascii',
          // Left out of the desktop's package.
          codeSplitting: { groups: [{ name: 'pg', test: /[\\/]node_modules[\\/]pg[\\/]/ }] },
        },
      },
    },
  },
  preload: {
    build: {
      license: bundledLicences,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), tailwind(), withoutUnusedEmojiData(), consoleSize()],
    build: {
      license: bundledLicences,
      minify: true,
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        output: { codeSplitting: { groups: [filesOfLanguages, firstLoadChunk, laterChunk] } },
      },
    },
  },
});

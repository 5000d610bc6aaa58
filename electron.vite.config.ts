import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'electron-vite';
import { bundledPackages } from './scripts/pack/bundled-packages.ts';
import { withoutNativeParts } from './scripts/pack/native-parts.ts';
import { withoutUnusedEmojiData, withoutUnusedParts } from './scripts/pack/unused-parts.ts';
import { consoleSize } from './scripts/size/console-size.ts';
import { inFirstLoad, inOneFileALanguage } from './scripts/size/first-load.ts';

export default defineConfig({
  main: {
    plugins: [withoutNativeParts(), withoutUnusedParts(), bundledPackages()],
    build: {
      // One bundle with what it uses of its dependencies starts sooner, and nothing of node_modules has to be packed.
      externalizeDeps: false,
      rolldownOptions: {
        // Workers keep their places beside the entries, so that one relative path finds each in source and build.
        input: {
          index: 'src/main/index.ts',
          headless: 'src/main/headless.ts',
          ...Object.fromEntries(
            ['writer', 'reader', 'journal', 'archive'].map((name) => [
              `store/threads/${name}`,
              `src/main/store/threads/${name}.ts`,
            ]),
          ),
          'exposure/pkcs12-worker': 'src/main/exposure/pkcs12-worker.ts',
        },
        // Its machine code is packed beside the bundle, where npm found some for the system.
        external: ['@ngrok/ngrok'],
        // Less to read at each start; names stay as they are, for the log.
        output: { minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } },
      },
    },
  },
  preload: {
    plugins: [bundledPackages()],
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
    plugins: [react(), tailwind(), withoutUnusedEmojiData(), bundledPackages(), consoleSize()],
    build: {
      minify: true,
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        output: { codeSplitting: { groups: [inFirstLoad, inOneFileALanguage] } },
      },
    },
  },
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { openApiText } from './openapi/document.ts';

/** `npm run openapi`: regenerates docs/openapi.json. */
writeFileSync(path.resolve(import.meta.dirname, '../docs/openapi.json'), openApiText(manifest.version));

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openBehind } from '../fixtures/channels.ts';
import { ACCESS_KEY } from '../fixtures/host-client.ts';
import { noPhp, startWebsite, type Website } from '../fixtures/website.ts';
import { readZip } from '../fixtures/zip.ts';

/*
 * Of the chat channel's tests, those of the project `letterbox`: each channel has a letterbox on a website, by which
 * its integration asks for the status and posts, as an owner sets it up.
 */

let website: Website | undefined;

if (noPhp === undefined) {
  beforeAll(async () => {
    const { url, root } = (website = await startWebsite());
    const downloads = mkdtempSync(join(tmpdir(), 'counterbell-folders-'));
    openBehind(async (host, channelId) => {
      const folder = `${channelId}/counterbell`;
      await host.rpc('letterboxes.set', { channelId, url: new URL(`/${folder}`, url).href });
      const answer = await fetch(`${host.console}/media/site/${channelId}/letterbox.zip`, {
        headers: { authorization: `Bearer ${ACCESS_KEY}` },
      });
      const zip = join(downloads, `${channelId}.zip`);
      writeFileSync(zip, await answer.bytes());
      mkdirSync(join(root, folder), { recursive: true });
      // Without its key the script could not run.
      writeFileSync(join(root, folder, 'box-key.php'), (await readZip(zip)).get('counterbell/box-key.php') ?? '');
      cpSync(join(root, 'counterbell/box.php'), join(root, folder, 'box.php'));
      const { state } = await host.rpc('letterboxes.check', { channelId });
      if (state !== 'open') throw new Error(`the letterbox is ${state}`);
    });
    return () => rmSync(downloads, { recursive: true });
  });
  afterAll(async () => {
    openBehind(undefined);
    await website?.remove();
  });
}

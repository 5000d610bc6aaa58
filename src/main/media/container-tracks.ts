/** Identifier of the element that holds the tracks of a WebM file, and the type fields inside it. */
const WEBM_TRACKS = Buffer.from([0x16, 0x54, 0xae, 0x6b]);
const WEBM_VIDEO = Buffer.from([0x83, 0x81, 0x01]);
const WEBM_AUDIO = Buffer.from([0x83, 0x81, 0x02]);

/** Whether a film container holds a picture; undefined where its beginning does not say. Recorders put sound alone into the same containers. */
export function hasVideoTrack(mediaType: 'video/webm' | 'video/mp4', head: Buffer): boolean | undefined {
  if (mediaType === 'video/webm') {
    const tracks = head.indexOf(WEBM_TRACKS);
    return tracks < 0 ? undefined : verdict(head.includes(WEBM_VIDEO, tracks), head.includes(WEBM_AUDIO, tracks));
  }
  // `hdlr` is followed by four bytes of version and flags, four that are zero, and the kind of track.
  const kinds = new Set<string>();
  for (let at = head.indexOf('hdlr'); at >= 0; at = head.indexOf('hdlr', at + 4))
    kinds.add(head.toString('latin1', at + 12, at + 16));
  return verdict(kinds.has('vide'), kinds.has('soun'));
}

function verdict(video: boolean, audio: boolean): boolean | undefined {
  if (video) return true;
  return audio ? false : undefined;
}

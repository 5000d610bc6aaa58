const RATE = 8000;
const HEADER_SIZE = 44;

/** A WAV file (8 bits, mono, 8 kHz): each tone (in hertz) sounds for `seconds`, then fades. */
export function wav(tones: readonly number[], seconds: number): Buffer {
  const toneSamples = Math.round(RATE * seconds);
  const size = toneSamples * tones.length;
  const file = Buffer.alloc(HEADER_SIZE + size);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_SIZE - 8 + size, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(size, 40);
  for (const [index, tone] of tones.entries()) {
    for (let at = 0; at < toneSamples; at += 1) {
      const loudness = 90 * (1 - at / toneSamples);
      file[HEADER_SIZE + index * toneSamples + at] =
        128 + Math.round(loudness * Math.sin((2 * Math.PI * tone * at) / RATE));
    }
  }
  return file;
}

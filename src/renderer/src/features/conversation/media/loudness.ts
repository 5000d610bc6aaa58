/** Bars of a waveform. */
export const BARS = 48;

/**
 * How loud a recording is along its length: so many values from 0 to 1, the loudest of them 1.
 * `samples` are one channel's, from -1 to 1; a silent recording gives zeros.
 */
export function loudnessOf(samples: Float32Array, bars: number = BARS): readonly number[] {
  const each = samples.length / bars;
  const values = Array.from({ length: bars }, (_, bar) => {
    const [from, to] = [Math.floor(bar * each), Math.max(Math.floor(bar * each) + 1, Math.floor((bar + 1) * each))];
    let sum = 0;
    for (let index = from; index < to; index += 1) sum += (samples[index] ?? 0) ** 2;
    return Math.sqrt(sum / (to - from));
  });
  const loudest = Math.max(...values);
  // Soft passages of speech are to be seen too.
  return loudest < 0.001 ? values.map(() => 0) : values.map((value) => Math.sqrt(value / loudest));
}

import { describe, expect, it } from 'vitest';
import { measureLoudness } from './conversation-media.ts';

describe("a recording's waveform", () => {
  it('follows the loudness, with a maximum of 1', () => {
    const samples = Float32Array.from({ length: 4000 }, (_, index) => (index < 2000 ? 0.1 : 0.5) * Math.sin(index / 3));
    const bars = measureLoudness(samples, 4);
    expect(Math.max(...bars)).toBe(1);
    expect(bars[0]).toBeCloseTo(Math.sqrt(0.2), 1);
  });

  it('is flat for silence, and has the requested number of values even for a short one', () => {
    expect(measureLoudness(new Float32Array(8000), 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(measureLoudness(Float32Array.of(0.5), 6)).toHaveLength(6);
    expect(measureLoudness(new Float32Array(0), 3)).toEqual([0, 0, 0]);
  });
});

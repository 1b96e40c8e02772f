/** Reads the particle sheet of a texture: its parts, as frames of sequences. As in sourcepp (vtfpp). */

/** Tag of the resource, without its flags. */
export const RESOURCE_SHEET = 0x10;

export interface SheetSequence {
  readonly number: number;
  /** Whether the last frame stays, instead of the first following it. */
  readonly clamps: boolean;
  /** Durations of the frames, in units of the sheet. */
  readonly durations: readonly number[];
  /**
   * Left, top, right, bottom of each frame, 0 to 1. Of sheets with four parts a frame the first.
   */
  readonly rects: readonly (readonly [number, number, number, number])[];
}

const HEAD_BYTES = 8;
const SEQUENCE_BYTES = 16;

/**
 * Returns the sequences of a sheet, version 0 or 1; null for another version.
 * @param data bytes of the resource `0x10`
 * @throws RangeError if the sheet exceeds the data
 */
export function parseSheet(data: Uint8Array): SheetSequence[] | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const version = view.getUint32(0, true);
  if (version > 1) return null;
  const count = view.getUint32(4, true);
  const frameBytes = 4 + (version === 1 ? 4 : 1) * 16;
  const sequences: SheetSequence[] = [];
  let at = HEAD_BYTES;
  for (let i = 0; i < count; i++) {
    const number = view.getUint32(at, true);
    const clamps = view.getUint32(at + 4, true) !== 0;
    const frames = view.getUint32(at + 8, true);
    at += SEQUENCE_BYTES;
    if (at + frames * frameBytes > view.byteLength) throw new RangeError("frames past the end");
    const durations: number[] = [];
    const rects: [number, number, number, number][] = [];
    for (let frame = 0; frame < frames; frame++, at += frameBytes) {
      durations.push(view.getFloat32(at, true));
      const [left, top, right, bottom] = [4, 8, 12, 16].map((x) => view.getFloat32(at + x, true));
      rects.push([left, top, right, bottom]);
    }
    sequences.push({ number, clamps, durations, rects });
  }
  return sequences;
}

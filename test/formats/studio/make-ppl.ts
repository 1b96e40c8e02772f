/**
 * Builds texel light of a prop as the public compiler writes it: one map per strip group, each with
 * all mips.
 */

export interface MadePpl {
  readonly checksum: number;
  readonly width: number;
  readonly height: number;
  readonly meshes?: number;
  /** Returns R, G and B of a texel in a mip. */
  readonly texel: (x: number, y: number, level: number, mesh: number) => readonly number[];
}

const ALIGNMENT = 512;
const HEADER = 32;

export function listLevels(width: number, height: number): [width: number, height: number][] {
  const levels: [number, number][] = [[width, height]];
  for (let [w, h] = [width, height]; w > 1 || h > 1; ) {
    [w, h] = [Math.max(w >> 1, 1), Math.max(h >> 1, 1)];
    levels.push([w, h]);
  }
  return levels;
}

export function makePpl({ checksum, width, height, meshes = 1, texel }: MadePpl): Uint8Array {
  const levels = listLevels(width, height);
  const size = levels.reduce((sum, [w, h]) => sum + w * h * 3, 0);
  const align = (at: number) => Math.ceil(at / ALIGNMENT) * ALIGNMENT;
  const first = align(HEADER + meshes * HEADER);
  const bytes = new Uint8Array(align(first + meshes * size));
  const view = new DataView(bytes.buffer);
  [0, checksum, 2, meshes].forEach((word, i) => {
    view.setUint32(i * 4, word, true);
  });
  for (let mesh = 0; mesh < meshes; mesh++) {
    let at = first + mesh * size;
    [mesh, at, size, width, height].forEach((word, i) => {
      view.setUint32(HEADER + mesh * HEADER + i * 4, word, true);
    });
    for (const [level, [w, h]] of levels.entries()) {
      for (let i = 0; i < w * h; i++, at += 3) {
        bytes.set(texel(i % w, Math.floor(i / w), level, mesh), at);
      }
    }
  }
  return bytes;
}

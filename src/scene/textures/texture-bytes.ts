/** Counts textures and their bytes by format: in files, and on the GPU. */

import type { GpuImageFormat } from "../../core/image.ts";

export interface TextureBytes {
  /** Format in the file: a name of `imageformat.h` without its prefix. */
  readonly format: string;
  /** Format on the GPU, without `-srgb`. */
  readonly gpuFormat: string;
  readonly count: number;
  /** Bytes of the files. A file that is read in two ways counts twice. */
  readonly fileBytes: number;
  /** Bytes of all mips on the GPU. */
  readonly gpuBytes: number;
}

export class TextureTally {
  readonly #rows = new Map<string, { -readonly [K in keyof TextureBytes]: TextureBytes[K] }>();

  add(format: string, gpuFormat: GpuImageFormat, fileBytes: number, gpuBytes: number): void {
    const name = gpuFormat.replace(/-srgb$/, "");
    const key = `${format} ${name}`;
    const row = this.#rows.get(key) ?? {
      ...{ format, gpuFormat: name, count: 0, fileBytes: 0, gpuBytes: 0 },
    };
    this.#rows.set(key, row);
    row.count++;
    row.fileBytes += fileBytes;
    row.gpuBytes += gpuBytes;
  }

  /** Rows with the most GPU bytes first. */
  get rows(): TextureBytes[] {
    return [...this.#rows.values()].sort(
      (a, b) => b.gpuBytes - a.gpuBytes || (a.format < b.format ? -1 : 1),
    );
  }
}

/** Finds the files of a model, which lie beside its `.mdl` under the same name. */

/** Source of model files. */
export interface ModelFiles {
  /** Reads a file; null if it does not exist. Content paths: lower case, separated by `/`. */
  read(path: string): Promise<Uint8Array | null>;
  /**
   * Opens a file for reading in parts; null or undefined if that is not possible, although `read`
   * may still find it. Left out if the source cannot read parts.
   */
  open?(path: string): Promise<PartedFile | null | undefined>;
  /**
   * Lists the paths in a folder, which is empty or ends in `/`. Left out if the source cannot list.
   */
  list?(folder: string): Promise<readonly string[]>;
}

export interface PartedFile {
  readonly byteLength: number;
  /** Reads exactly the requested bytes, which must lie in the file. */
  read(offset: number, byteLength: number): Promise<Uint8Array>;
}

/**
 * Extensions of triangle files, each compiled for one renderer, in search order. On a PC they all
 * hold the same triangles.
 */
export const VTX_EXTENSIONS = [".dx90.vtx", ".dx80.vtx", ".sw.vtx", ".vtx", ".xbox.vtx"] as const;

/** Returns a model's path without its extension. */
export function modelStem(path: string): string {
  return path.replace(/\.mdl$/i, "");
}

export interface FoundFile {
  /** Content path. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads the first file of a list that exists. */
export async function readFirst(
  files: ModelFiles,
  paths: readonly string[],
): Promise<FoundFile | null> {
  for (const path of paths) {
    const bytes = await files.read(path);
    if (bytes !== null) return { path, bytes };
  }
  return null;
}

/** Where the files of a model lie: beside its `.mdl`, under its name. */

/** What model files are read from. */
export interface ModelFiles {
  /** A file's bytes, null where there is none. Content paths: lower case, `/` between. */
  read(path: string): Promise<Uint8Array | null>;
  /**
   * A file of which parts can be read for less than all of it; null and undefined where there is none such, which
   * `read` may know all the same. Left out where nobody can.
   */
  open?(path: string): Promise<PartedFile | null | undefined>;
  /** Paths of all that lies in a folder, which is empty or ends in `/`; left out where nobody tells. */
  list?(folder: string): Promise<readonly string[]>;
}

export interface PartedFile {
  readonly byteLength: number;
  /** Exactly the bytes asked for, which lie in the file. */
  read(offset: number, byteLength: number): Promise<Uint8Array>;
}

/**
 * The files of triangles, made for one renderer each, in the order in which they are looked for: on a PC they
 * hold the same triangles.
 */
export const VTX_EXTENSIONS = [".dx90.vtx", ".dx80.vtx", ".sw.vtx", ".vtx", ".xbox.vtx"] as const;

/** A model's path without its extension. */
export function modelStem(path: string): string {
  return path.replace(/\.mdl$/i, "");
}

export interface FoundFile {
  /** Content path. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The first file of a list that is there. */
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

/** A map's pakfile: by its directory, or, where that is damaged, what of it is intact. */

import { FormatError } from "../../core/errors.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { recoverZip } from "./recover-zip.ts";
import { openZip, readZipEntry, type ZipReader } from "./zip-archive.ts";

export interface OpenPakfile {
  readonly zip: ZipReader;
  /** null where it is sound: what the directory lists may still be broken, file by file. */
  readonly damage: PakfileDamage | null;
}

export interface PakfileDamage {
  readonly intactCount: number;
  /** Files that were found, intact or not; how many there were once, nobody knows. */
  readonly seenCount: number;
  /** One line. */
  readonly message: string;
}

/** Rejects as `bytes` does, and not for what is in them: nothing may be intact. */
export async function openPakfile(bytes: ByteSource, signal?: AbortSignal): Promise<OpenPakfile> {
  try {
    return { zip: await openZip(bytes, signal), damage: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { seenCount, ...listing } = await recoverZip(bytes, signal);
    const intactCount = listing.entries.length;
    const kept =
      intactCount === 0
        ? "none of the map's own files could be recovered"
        : `${intactCount} of the ${seenCount} files found in it are intact and used`;
    return {
      zip: { ...listing, read: (entry, signal) => readZipEntry(bytes, entry, signal) },
      damage: {
        intactCount,
        seenCount,
        message: `The pakfile is damaged: ${kept} (${error.message})`,
      },
    };
  }
}

/** Options of `convert` and `repack`, and how they read and write maps. */

import type { AssembleOptions, Packing } from "../../formats/bsp/write/convert/assemble-parts.ts";
import type { WrittenMap } from "../../formats/bsp/write/convert/repack-map.ts";
import { explainBadMagic } from "../../formats/foreign-file.ts";
import { CliError, UsageError } from "../errors.ts";
import { withFileBytes } from "../files/file-bytes.ts";
import { writeWhole } from "../files/write-whole.ts";
import { printJson, printLines, say } from "../terminal.ts";

export const PACKING_OPTIONS = {
  out: { type: "string", short: "o" },
  lzma: { type: "boolean", default: false },
  "no-lzma": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  limit: { type: "string", multiple: true, default: [] as string[] },
} as const;

/** Returns the requested packing, or null if none is. Throws UsageError for both options. */
export function packingOf(
  verb: string,
  values: { readonly lzma: boolean; readonly "no-lzma": boolean },
): Packing | null {
  const { lzma, "no-lzma": noLzma } = values;
  if (lzma && noLzma) throw new UsageError("--lzma or --no-lzma, not both", verb);
  return lzma ? "pack" : noLzma ? "unpack" : null;
}

interface Place {
  readonly path: string;
  readonly out: string;
  readonly json: boolean;
  /** Path of the map, if the verb may replace it. */
  readonly inPlace?: string;
}

/** Reads a map, converts and writes it, and prints the changes. */
export async function writeMap(
  { path, out, json, inPlace }: Place,
  packing: Packing,
  make: (file: Uint8Array, options: AssembleOptions) => WrittenMap,
): Promise<void> {
  const file = await withFileBytes(path, (source) => source.read(0, source.byteLength));
  const { packLump, packLzma } = await import("./pack-lzma.ts");
  const { bytes, changes } = tryMake(file, () =>
    make(file, { packing, pack: packLump, packEntry: packLzma }),
  );
  await writeWhole(out, bytes, { inPlace });
  if (json) {
    printJson({ out, byteLength: bytes.length, changes });
    return;
  }
  for (const { lump, action, message } of changes) {
    if (action !== "converted") say(`${lump} ${action}: ${message}`);
  }
  const converted = new Set(
    changes.filter(({ action }) => action !== "dropped").map(({ lump }) => lump),
  );
  const what =
    bytes === file
      ? "nothing to change, copied byte for byte"
      : converted.size > 0
        ? `${converted.size} lumps written anew`
        : `${file.length} before`;
  printLines([`${out}: ${bytes.length} bytes; ${what}`]);
}

function tryMake(file: Uint8Array, make: () => WrittenMap): WrittenMap {
  try {
    return make();
  } catch (error) {
    // More than the format can hold.
    if (error instanceof RangeError) throw new CliError(`it would be ${error.message}`);
    throw explainBadMagic(error, file);
  }
}

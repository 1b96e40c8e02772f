/** `visleaf repack`: compresses a map by LZMA, or decompresses it. */

import { UsageError } from "../../errors.ts";
import { checkOutput } from "../../files/write-whole.ts";
import { parseLimits } from "../../options/parse-limits.ts";
import { onlyPositional, parseOptions } from "../../options/parse-options.ts";
import { PACKING_OPTIONS, packingOf, writeMap } from "../../pak/write-packed-map.ts";
import type { Verb } from "../../verb.ts";

export const repackVerb: Verb = {
  help: `visleaf repack MAP --lzma [--out MAP2]
visleaf repack MAP --no-lzma [--out MAP2]

Compresses the lumps, game lumps and packed files of a map (.bsp) by LZMA, like bspzip -repack -compress,
or decompresses them. What would not get smaller stays as it is.

  -o, --out PATH       map to write instead of MAP
  --lzma, --no-lzma    compress, or decompress
  --limit NAME=NUMBER  change a limit of docs/limits.md (unpackedBytes, pakfileBytes)
  --json               print one JSON object instead of text: {out, byteLength, changes: [{lump,
                       action, message}]}

Compressed data keeps its bytes. Lumps keep their order, packed files their names and dates. Source SDK 2013
and its descendants (Team Fortress 2, Garry's Mod), Strata Source and consoles read compressed maps; other
branches do not. --no-lzma restores a map packed by --lzma byte for byte, except for unused bytes, shared
lumps and deflated files. Without --out the map is replaced after the new one is complete. Exit code 2 for a
damaged map: then nothing is written (see \`visleaf repair\`).`,

  async run(args) {
    const { values, positionals } = parseOptions("repack", args, PACKING_OPTIONS);
    const path = onlyPositional("repack", positionals, "map");
    const packing = packingOf("repack", values);
    if (packing === null) throw new UsageError("wants --lzma or --no-lzma", "repack");
    const limits = parseLimits("repack", values.limit);
    const { out = path } = values;
    await checkOutput(out, [path], { inPlace: path });
    const { repackMap } = await import("../../../formats/bsp/write/convert/repack-map.ts");
    await writeMap({ path, out, json: values.json, inPlace: path }, packing, (file, options) =>
      repackMap(file, options, limits),
    );
  },
};

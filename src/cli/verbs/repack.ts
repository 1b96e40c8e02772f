/** `visleaf repack`: a map packed by LZMA, or unpacked. */

import { UsageError } from "../errors.ts";
import { checkOutput } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { PACKING_OPTIONS, packingOf, writeMap } from "../pak/write-packed-map.ts";
import type { Verb } from "../verb.ts";

export const repackVerb: Verb = {
  help: `visleaf repack MAP --lzma [--out MAP2]
visleaf repack MAP --no-lzma [--out MAP2]

Packs the lumps, game lumps and packed files of a map (.bsp) by LZMA, or unpacks all of them again.
What gets no less by it stays unpacked.

  -o, --out PATH       the map to write, in place of MAP
  --lzma, --no-lzma    pack, or unpack
  --limit NAME=NUMBER  what unpacking may cost in place of what docs/limits.md says (unpackedBytes,
                       pakfileBytes)
  --json               print one JSON object instead of text: {out, byteLength, changes: [{lump,
                       action, message}]}

What is packed already stays as it is packed. Lumps keep their order and what stands in them; files of the
pakfile their names and their dates. A packed map is read by Source SDK 2013 and what came of it (Team
Fortress 2, Garry's Mod), by Strata Source and on consoles; other branches want it unpacked. Without --out
the map is replaced once the new one is written whole. Exit code 2 for a damaged map: then nothing is
written (see visleaf repair).`,

  async run(args) {
    const { values, positionals } = parseOptions("repack", args, PACKING_OPTIONS);
    const path = onlyPositional("repack", positionals, "map");
    const packing = packingOf("repack", values);
    if (packing === null) throw new UsageError("wants --lzma or --no-lzma", "repack");
    const limits = parseLimits("repack", values.limit);
    const { out = path } = values;
    await checkOutput(out, [path], { inPlace: path });
    const { repackMap } = await import("../../formats/bsp/write/convert/repack-map.ts");
    await writeMap({ path, out, json: values.json, inPlace: path }, packing, (file, options) =>
      repackMap(file, options, limits),
    );
  },
};

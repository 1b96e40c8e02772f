/** `visleaf convert`: a map in the form of another branch of the engine. */

import { CONVERT_TARGETS } from "../../formats/bsp/write/convert/targets.ts";
import { UsageError } from "../errors.ts";
import { checkOutput } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { PACKING_OPTIONS, packingOf, writeMap } from "../pak/write-packed-map.ts";
import type { Verb } from "../verb.ts";

const NAMES = Object.keys(CONVERT_TARGETS).join(", ");

export const convertVerb: Verb = {
  help: `visleaf convert MAP --to FORM --out MAP2 [options]

Writes a map (.bsp) in the form that another branch of the engine reads: the header, every lump whose
records differ, and the game lumps. It may be one of another game's dialect (Vampire, Vindictus, Dark
Messiah, Dota 2, the betas of Half-Life 2). FORM is one of

  v19    Half-Life 2 and Counter-Strike: Source as they first came
  v20    The Orange Box, Source SDK 2013, Team Fortress 2, Garry's Mod
  v21    Portal 2, Alien Swarm, CS:GO
  l4d2   Left 4 Dead 2, whose header has its words in another order
  v25    Strata Source, whose records have 32-bit fields: Momentum Mod, Portal: Revolution
  x360   The Orange Box on Xbox 360: big-endian

  -o, --out PATH       the map to write
  --to FORM            what to write
  --lzma, --no-lzma    pack all that gets less by it, or unpack all; without either, what is packed
                       stays packed. Packed lumps are read by Source SDK 2013 and what came of it,
                       by Strata Source and on consoles
  --limit NAME=NUMBER  what unpacking may cost in place of what docs/limits.md says (unpackedBytes,
                       pakfileBytes)
  --json               print one JSON object instead of text: {out, byteLength, changes: [{lump,
                       action, message}]}, action being converted, reduced, or dropped

A lump that needs no change keeps its bytes, and a map that is of that form already comes out as it is.
What the other form has no place for is left out, a line each on stderr. Exit code 2 where a value does
not fit it (a map with too many faces for 16 bits): then nothing is written. The files in the pakfile are not converted, nor are materials, models and entities.`,

  async run(args) {
    const { values, positionals } = parseOptions("convert", args, {
      ...PACKING_OPTIONS,
      to: { type: "string" },
    });
    const path = onlyPositional("convert", positionals, "map");
    const { to, out } = values;
    if (to === undefined || !Object.hasOwn(CONVERT_TARGETS, to)) {
      throw new UsageError(`wants --to, one of ${NAMES}`, "convert");
    }
    if (out === undefined) throw new UsageError("wants --out, the map to write", "convert");
    const packing = packingOf("convert", values) ?? "keep";
    const limits = parseLimits("convert", values.limit);
    await checkOutput(out, [path]);
    const target = CONVERT_TARGETS[to as keyof typeof CONVERT_TARGETS];
    const { convertMap } = await import("../../formats/bsp/write/convert/convert-map.ts");
    await writeMap({ path, out, json: values.json }, packing, (file, options) =>
      convertMap(file, target, options, limits),
    );
  },
};

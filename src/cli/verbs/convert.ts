/** `visleaf convert`: writes a map in the form of another engine branch. */

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

Writes a map (.bsp) in the form that another engine branch reads: header, game lumps, and every lump whose
records differ. MAP may use another game's records (Vampire, Vindictus, Dark Messiah, Dota 2, Half-Life 2
betas); writing those is not possible. FORM is one of

  v19    Half-Life 2 and Counter-Strike: Source at release
  v20    The Orange Box, Source SDK 2013, Team Fortress 2, Garry's Mod
  v21    Portal 2, Alien Swarm, CS:GO
  l4d2   Left 4 Dead 2, with another order of header words
  v25    Strata Source, with 32-bit fields: Momentum Mod, Portal: Revolution
  x360   The Orange Box on Xbox 360: big-endian

  -o, --out PATH       the map to write
  --to FORM            the form to write
  --lzma, --no-lzma    compress what gets smaller, or decompress everything; default: as in MAP. Source
                       SDK 2013 and its descendants, Strata Source and consoles read compressed maps
  --limit NAME=NUMBER  change a limit of docs/limits.md (unpackedBytes, pakfileBytes)
  --json               print one JSON object instead of text: {out, byteLength, changes: [{lump,
                       action, message}]}; action is converted (same meaning), reduced (a field is lost)
                       or dropped (no such lump in FORM)

Unaffected lumps keep their bytes, and a map already in FORM is copied. What FORM cannot hold is left out,
with a line on stderr. Exit code 2 if a value does not fit (too many faces for 16 bits): then nothing is
written. Packed files, materials, models and entities are not converted. A Tactical Intervention map is
written deciphered.`,

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

/** `visleaf convert`: writes a map in the form of another engine branch. */

import { CONVERT_TARGETS } from "../../../formats/bsp/write/convert/targets.ts";
import { UsageError } from "../../errors.ts";
import { defaultOutput } from "../../files/default-output.ts";
import { checkOutput } from "../../files/write-whole.ts";
import { didYouMean } from "../../nearest.ts";
import { parseLimits } from "../../options/parse-limits.ts";
import { onlyPositional, parseOptions } from "../../options/parse-options.ts";
import { PACKING_OPTIONS, packingOf, writeMap } from "../../pak/write-packed-map.ts";
import type { Verb } from "../../verb.ts";

type FormName = keyof typeof CONVERT_TARGETS;
const FORMS = Object.keys(CONVERT_TARGETS) as FormName[];

/** Forms that the present versions of games read, by short names and titles in lower case. */
const GAME_FORMS: Readonly<Record<string, FormName>> = {
  hl2: "v20",
  halflife2: "v20",
  portal: "v20",
  css: "v20",
  cstrike: "v20",
  counterstrikesource: "v20",
  dods: "v20",
  dayofdefeatsource: "v20",
  tf2: "v20",
  teamfortress2: "v20",
  gmod: "v20",
  garrysmod: "v20",
  sdk2013: "v20",
  orangebox: "v20",
  portal2: "v21",
  csgo: "v21",
  counterstrikeglobaloffensive: "v21",
  alienswarm: "v21",
  left4dead2: "l4d2",
  strata: "v25",
  momentum: "v25",
  momentummod: "v25",
  portalrevolution: "v25",
  xbox360: "x360",
};

/** Short names, which the help lists. */
const GAMES =
  "hl2, css, dods, tf2, gmod, portal,\nportal2, csgo, alienswarm, left4dead2, momentum, xbox360";

/** Parses a form or a game's name, whatever its case and punctuation. */
function parseForm(text: string | undefined): FormName {
  const names = [...FORMS, ...Object.keys(GAME_FORMS)];
  if (text === undefined) {
    throw new UsageError(`wants --to: ${FORMS.join(", ")}, or a game such as tf2`, "convert");
  }
  const name = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const form =
    FORMS.find((each) => each === name) ??
    (Object.hasOwn(GAME_FORMS, name) ? GAME_FORMS[name] : undefined);
  if (form !== undefined) return form;
  const known = `${FORMS.join(", ")}, or a game such as tf2`;
  throw new UsageError(`--to is ${known}, not "${text}"${didYouMean(name, names)}`, "convert");
}

export const convertVerb: Verb = {
  help: `visleaf convert MAP --to FORM [--out MAP2] [options]

Writes a map (.bsp) in the form that another engine branch reads: header, game lumps, and every lump whose
records differ. MAP may use another game's records (Vampire, Vindictus, Dark Messiah, Dota 2, Half-Life 2
betas); writing those is not possible. FORM is one of these, or a game: ${GAMES}.

  v19    Half-Life 2 and Counter-Strike: Source at release
  v20    The Orange Box, Source SDK 2013, Team Fortress 2, Garry's Mod
  v21    Portal 2, Alien Swarm, CS:GO
  l4d2   Left 4 Dead 2, with another order of header words
  v25    Strata Source, with 32-bit fields: Momentum Mod, Portal: Revolution
  x360   The Orange Box on Xbox 360: big-endian

  -o, --out PATH       the map to write; default: MAP_FORM.bsp, in the current folder
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
    const form = parseForm(values.to);
    const packing = packingOf("convert", values) ?? "keep";
    const limits = parseLimits("convert", values.limit);
    const out = values.out ?? (await defaultOutput(path, `_${form}.bsp`));
    await checkOutput(out, [path]);
    const target = CONVERT_TARGETS[form];
    const { convertMap } = await import("../../../formats/bsp/write/convert/convert-map.ts");
    await writeMap({ path, out, json: values.json }, packing, (file, options) =>
      convertMap(file, target, options, limits),
    );
  },
};

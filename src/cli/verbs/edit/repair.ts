/** `visleaf repair`: writes the sound parts of a damaged map. */

import { repairMap } from "../../../content/maps/repair-map.ts";
import type { Limits } from "../../../core/limits.ts";
import type { LumpChange } from "../../../formats/bsp/repair/mend-lumps.ts";
import { defaultOutput } from "../../files/default-output.ts";
import { openMapPath } from "../../files/map-file.ts";
import { checkOutput, writeWhole } from "../../files/write-whole.ts";
import { parseLimits } from "../../options/parse-limits.ts";
import { onlyPositional, parseOptions } from "../../options/parse-options.ts";
import { printJson, printLines, say } from "../../terminal.ts";
import type { Verb } from "../../verb.ts";

export const repairVerb: Verb = {
  help: `visleaf repair MAP [--out MAP2] [options]

Writes the sound parts of a damaged map, with one line on stderr per change. A sound map is copied byte for
byte. MAP is a .bsp, a .bsp.bz2, or an archive with one map in it.

  -o, --out PATH       the map to write; default: MAP_repaired.bsp, in the current folder
  --json               print one JSON object instead of text: {out, byteLength, isSame,
                       changes: [{lump, action, message}]}
  --limit NAME=NUMBER  change a limit of docs/limits.md; repeatable

  dropped    lumps past the end of the file or unreadable; game lumps one by one
  shortened  light, game lumps, entities and material names, to the part that is whole
  rebuilt    the table of material names; the pakfile, from its whole files
  kept       damaged in part: the reader skips that part

Sound lumps keep their offsets; new data goes to the end of the file. A map without its visibility sees
everything from everywhere. A game may still miss a dropped lump. Exit code 2 if the map has no usable
world (planes, nodes, faces): then nothing is written.`,

  async run(args) {
    const { values, positionals } = parseOptions("repair", args, {
      out: { type: "string", short: "o" },
      json: { type: "boolean", default: false },
      limit: { type: "string", multiple: true, default: [] },
    });
    const limits = parseLimits("repair", values.limit);
    const path = onlyPositional("repair", positionals, "map");
    const out = values.out ?? (await defaultOutput(path, "_repaired.bsp"));
    await checkOutput(out, [path]);
    const opened = await openMapPath(path);
    const stored = await opened.bytes.read(0, opened.bytes.byteLength);
    const repaired = await repairMap(stored, limits);
    const { bytes } = repaired;
    const changes = await nameAsInspect(stored, repaired.changes, limits);
    await writeWhole(out, bytes);
    const isSame = bytes.length === stored.length && bytes.every((byte, i) => byte === stored[i]);
    if (values.json) {
      printJson({ out, byteLength: bytes.length, isSame, changes });
      return;
    }
    for (const { lump, action, message } of changes) say(`${lump} ${action}: ${message}`);
    const what = isSame
      ? `${changes.length === 0 ? "sound" : "not changed"}, copied byte for byte`
      : `${changes.length === 1 ? "1 change" : `${changes.length} changes`}, listed on stderr`;
    printLines([`${out}: ${bytes.length} bytes; ${what}`]);
  },
};

/** Names slots as `inspect` does for maps of this version. */
async function nameAsInspect(
  map: Uint8Array,
  changes: readonly LumpChange[],
  limits: Limits,
): Promise<readonly { lump: string; action: LumpChange["action"]; message: string }[]> {
  const { openLumps } = await import("../../../formats/bsp/tables/open-lumps.ts");
  const { nameLump } = await import("../../../formats/bsp/tables/lump-structs.ts");
  const { toldFaceBrushes } = await import("../../../formats/bsp/tables/weigh-lumps.ts");
  const { header, lumps } = openLumps(map, limits);
  const hasFaceBrushes = toldFaceBrushes(lumps, header);
  return changes.map(({ lump, action, message }) => {
    const title = nameLump(lump, header.version, hasFaceBrushes);
    return { lump: title, action, message: message.replaceAll(lump, title) };
  });
}

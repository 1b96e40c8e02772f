/** `visleaf repair`: what is sound of a damaged map. */

import { repairMap } from "../../content/maps/repair-map.ts";
import type { Limits } from "../../core/limits.ts";
import type { LumpChange } from "../../formats/bsp/repair/lump-change.ts";
import { UsageError } from "../errors.ts";
import { openMapPath } from "../files/map-file.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { printJson, printLines, say } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const repairVerb: Verb = {
  help: `visleaf repair MAP --out MAP2 [options]

Writes what is sound of a damaged map. Lumps that lie past the file's end or cannot be read are
dropped, light that is cut short is kept as far as it goes, so are the entities and the names of
materials that are whole, broken game lumps are taken out one by one, and a pakfile that is cut is
made anew of the files in it that are whole. Each is a line on stderr. Nothing else moves, so that offsets stay right; a sound map comes out byte for byte.

  -o, --out PATH       the map to write
  --json               print one JSON object instead: {out, byteLength, isSame,
                       changes: [{lump, action, message}]}, action being dropped, shortened,
                       rebuilt, or kept: damaged in part, and left as it is
  --limit NAME=NUMBER  what the map may cost, as inspect takes it; may be repeated

MAP may be a .bsp, a .bsp.bz2, or an archive with one map in it. Exit code 2 where no world can be
saved, for nothing is drawn without it: then nothing is written.`,

  async run(args) {
    const { values, positionals } = parseOptions("repair", args, {
      out: { type: "string", short: "o" },
      json: { type: "boolean", default: false },
      limit: { type: "string", multiple: true, default: [] },
    });
    const limits = parseLimits("repair", values.limit);
    const path = onlyPositional("repair", positionals, "map");
    const { out } = values;
    if (out === undefined) throw new UsageError("wants --out, the map to write", "repair");
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
      : `${changes.length === 1 ? "1 change" : `${changes.length} changes`}, told on stderr`;
    printLines([`${out}: ${bytes.length} bytes; ${what}`]);
  },
};

/** Slots by the names that they have in maps of this version, as `inspect` lists them. */
async function nameAsInspect(
  map: Uint8Array,
  changes: readonly LumpChange[],
  limits: Limits,
): Promise<readonly { lump: string; action: LumpChange["action"]; message: string }[]> {
  const { openLumps } = await import("../../formats/bsp/tables/open-lumps.ts");
  const { nameLump } = await import("../../formats/bsp/tables/lump-structs.ts");
  const { toldFaceBrushes } = await import("../../formats/bsp/tables/weigh-lumps.ts");
  const { header, lumps } = openLumps(map, limits);
  const hasFaceBrushes = toldFaceBrushes(lumps, header);
  return changes.map(({ lump, action, message }) => {
    const title = nameLump(lump, header.version, hasFaceBrushes);
    return { lump: title, action, message: message.replaceAll(lump, title) };
  });
}

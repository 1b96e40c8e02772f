/** `visleaf lump`: extracts or replaces one lump of a map. */

import type { Limits } from "../../../core/limits.ts";
import type { LumpPlace } from "../../../formats/bsp/tables/open-lump.ts";
import { explainBadMagic } from "../../../formats/foreign-file.ts";
import { CliError, UsageError } from "../../errors.ts";
import { withFileBytes } from "../../files/file-bytes.ts";
import { readInput } from "../../files/inputs.ts";
import { checkOutput, writeWhole } from "../../files/write-whole.ts";
import { parseLimits } from "../../options/parse-limits.ts";
import { parseOptions } from "../../options/parse-options.ts";
import { printJson, printLines } from "../../terminal.ts";
import type { Verb } from "../../verb.ts";

const OPTIONS = {
  out: { type: "string", short: "o" },
  stored: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  limit: { type: "string", multiple: true, default: [] as string[] },
} as const;

const ENTITIES = "LUMP_ENTITIES";

export const lumpVerb: Verb = {
  help: `visleaf lump MAP extract NAME --out FILE
visleaf lump MAP replace NAME FILE [--out MAP2]

Writes the bytes of one lump of a map (.bsp) to a file, or replaces them with those of a file. NAME is as in
Valve's headers, in any case, with or without LUMP_: entities, LUMP_LIGHTING_HDR. \`visleaf inspect MAP
--lump NAME\` prints the contents of a lump.

  -o, --out PATH       extract: file to write; replace: map to write instead of MAP
  --stored             extract: keep a compressed lump compressed, with its header
  --limit NAME=NUMBER  change a limit of docs/limits.md (unpackedBytes)
  --json               print one JSON object instead of text: {out, lump, version, byteLength, packed}

Compressed lumps are unpacked, and packed again when they are replaced. Entities are text without the
terminating zero, which replace adds. If a lump grows, the lumps after it move by multiples of 4 bytes
(2048 in console maps) and their offsets are updated. Everything else keeps its bytes. The new bytes are
not checked, except that there must be entities.`,

  async run(args) {
    const { values, positionals } = parseOptions("lump", args, OPTIONS);
    const [map, action, name, file, ...rest] = positionals;
    const wanted = action === "extract" ? 3 : 4;
    if (
      !["extract", "replace"].includes(action ?? "") ||
      positionals.length !== wanted ||
      rest.length > 0
    ) {
      throw new UsageError("wants MAP extract NAME, or MAP replace NAME FILE", "lump");
    }
    const limits = parseLimits("lump", values.limit);
    if (action === "extract") await extract(map, name, values, limits);
    else await replace(map, name, file, values, limits);
  },
};

interface Values {
  readonly out?: string;
  readonly stored: boolean;
  readonly json: boolean;
}

/** Reads a map and one of its lumps. @throws CliError, FormatError */
async function openNamed(map: string, name: string, isStored: boolean, limits: Limits) {
  const file = await withFileBytes(map, (source) => source.read(0, source.byteLength));
  const { readLump } = await import("../../../formats/bsp/tables/open-lump.ts");
  try {
    const lump = readLump(file, name, isStored, limits);
    if (lump === null) throw new CliError(`no lump of a map is called ${name}`);
    return { file, ...lump };
  } catch (error) {
    throw explainBadMagic(error, file);
  }
}

async function extract(map: string, name: string, { out, stored, json }: Values, limits: Limits) {
  if (out === undefined) throw new UsageError("extract wants --out, a file", "lump");
  await checkOutput(out, [map]);
  const { place, bytes } = await openNamed(map, name, stored, limits);
  const isPacked = stored && place.compressed;
  const isText = place.name === ENTITIES && !stored;
  const written = isText ? bytes.subarray(0, endOfText(bytes)) : bytes;
  await writeWhole(out, written);
  report(json, out, place, written.length, isPacked);
}

/** Returns the index of the first terminating zero, or the length. */
function endOfText(bytes: Uint8Array): number {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes.length : end;
}

async function replace(map: string, name: string, file: string, values: Values, limits: Limits) {
  const { out = map, stored, json } = values;
  if (stored) throw new UsageError("replace takes no --stored: packed lumps are detected", "lump");
  await checkOutput(out, [map, file], { inPlace: map });
  const { file: old, place } = await openNamed(map, name, true, limits);
  const read = await readInput(file);
  const bytes = place.name === ENTITIES ? await endEntities(read, file) : read;
  const { replaceLumps } = await import("../../../formats/bsp/write/replace-lumps.ts");
  const { isValveLzma } = await import("../../../formats/lzma/valve-lzma-header.ts");
  const written = replaceLumps(old, new Map([[place.index, { bytes }]]));
  await writeWhole(out, written, { inPlace: map });
  report(json, out, place, bytes.length, isValveLzma(bytes));
}

/** Adds the terminating zero to entities. Compressed ones are returned unchanged. */
async function endEntities(bytes: Uint8Array, file: string): Promise<Uint8Array> {
  const { isValveLzma } = await import("../../../formats/lzma/valve-lzma-header.ts");
  if (isValveLzma(bytes)) return bytes;
  const { parseEntities } = await import("../../../formats/bsp/read/parse-entities.ts");
  const text = new TextDecoder().decode(bytes.subarray(0, endOfText(bytes)));
  if (parseEntities(text).length === 0) throw new CliError(`${file} holds no entities`);
  if (bytes.at(-1) === 0) return bytes;
  const ended = new Uint8Array(bytes.length + 1);
  ended.set(bytes);
  return ended;
}

function report(json: boolean, out: string, place: LumpPlace, byteLength: number, packed: boolean) {
  const { name: lump, version } = place;
  if (json) printJson({ out, lump, version, byteLength, packed });
  else printLines([`${out}: ${lump}, ${byteLength} bytes${packed ? ", packed" : ""}`]);
}

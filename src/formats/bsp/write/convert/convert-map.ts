/** A map of any of Valve's engine branches, or of another game's dialect, in the form of one of the former. */

import { FormatError } from "../../../../core/errors.ts";
import type { Limits } from "../../../../core/limits.ts";
import { alignZip } from "../../../zip/align-zip.ts";
import { readZipRecords } from "../../../zip/read-records.ts";
import { STANDARD } from "../../dialects/dialect.ts";
import type { LumpName } from "../../lumps.ts";
import { branchVersion, nameLump } from "../../tables/lump-structs.ts";
import { toldFaceBrushes } from "../../tables/weigh-lumps.ts";
import { decipherFile } from "../recipher.ts";
import { type AssembleOptions, assembleParts } from "./assemble-parts.ts";
import { convertGameLump, hasOwnProps, type PropSource } from "./convert-game-lumps.ts";
import { convertLump, type LumpContext } from "./convert-lump.ts";
import { convertVariableOverlays } from "./convert-variable-overlays.ts";
import { convertFaceLight } from "./light/convert-face-light.ts";
import { convertLeafLight } from "./light/convert-leaf-light.ts";
import {
  type GamePart,
  type LumpPart,
  type MapParts,
  takeApart,
  takeGameLumps,
} from "./map-parts.ts";
import {
  type MapChange,
  noteUnnamed,
  repackPak,
  repackParts,
  type WrittenMap,
} from "./repack-map.ts";
import { type ConvertTarget, type MapForm, SLOT_SINCE } from "./targets.ts";

/**
 * Every lump whose records differ is written anew, others keep their bytes, packed or not. A map that is of
 * the target's form already, and is not to be packed otherwise, comes out as it is, but for props that one game alone
 * reads. An enciphered one comes out plain: no other branch reads it.
 *
 * @throws FormatError (BSP, LZMA): for a damaged map; `unsupported` where a value does not fit the target's records
 * @throws RangeError for 2 GB and more
 */
export function convertMap(
  stored: Uint8Array,
  target: ConvertTarget,
  options: AssembleOptions,
  limits?: Limits,
): WrittenMap {
  const file = decipherFile(stored);
  const map = takeApart(file, limits);
  const header = { ...map.header, version: branchVersion(map.header.version) };
  const source: PropSource = { ...header, hasPropScales: map.lumps.dialect.hasPropScales };
  const isSame =
    map.lumps.dialect === STANDARD &&
    source.version === target.version &&
    source.endian === target.endian &&
    source.headerOrder === target.headerOrder;
  const changes: MapChange[] = [];
  if (file !== stored) {
    changes.push({ lump: "header", action: "reduced", message: "the map is no longer enciphered" });
  }
  if (isSame && !map.gameParts?.some((part) => hasOwnProps(part, source))) {
    const repacked = repackParts(file, map, options);
    return { ...repacked, changes: [...changes, ...repacked.changes] };
  }
  const converted = isSame ? map.parts : convertParts({ ...map, header }, target, changes);
  // What stood between the lumps is no part of another form.
  const parts = repackPak(converted, map.lumps, options, changes).map((part) => ({
    ...part,
    filler: null,
  }));
  const gameParts = (map.gameParts ?? takeGameLumps(map.lumps)).map((part) =>
    convertGamePart(part, source, target, changes),
  );
  noteUnnamed(map, changes);
  const isGameLumpBase = target.endian === "big";
  const end = { ...map.end, filler: null };
  const made = { ...map, parts, gameParts, isGameLumpBase, end };
  const bytes = assembleParts(target, header, made, options);
  return { bytes, changes };
}

function convertParts(
  { header, lumps, parts }: MapParts,
  target: ConvertTarget,
  changes: MapChange[],
): LumpPart[] {
  const hasFaceBrushes = toldFaceBrushes(lumps, header);
  const leafLight = convertLeafLight(lumps, target);
  const faceLight = convertFaceLight(lumps);
  const overlays = convertVariableOverlays(lumps, target);
  const context: LumpContext = {
    lumps,
    source: header,
    target,
    hasFaceBrushes,
    leafCubes: leafLight.leafCubes,
    lightOffsets: faceLight.offsets,
  };
  const titleOf = (slot: LumpName) => nameLump(slot, header.version, hasFaceBrushes);
  const titleThere = (slot: LumpName) =>
    nameLump(slot, target.version, hasFaceBrushes && target.headerOrder === "standard");
  const remade = [leafLight, faceLight, overlays];
  for (const part of remade) changes.push(...part.changes);
  return parts.map((part): LumpPart => {
    const { slot, bytes, version } = part;
    if (slot === "LUMP_GAME_LUMP") return part;
    const made = remade.find((other) => other.made.has(slot))?.made.get(slot);
    if (made !== undefined) return { ...part, ...made, stored: null };
    if (bytes.length === 0) return part;
    const lump = titleOf(slot);
    if (lump !== titleThere(slot) || (SLOT_SINCE[slot] ?? 0) > target.version) {
      const message = `version ${target.version} has no such lump`;
      changes.push({ lump, action: "dropped", message });
      return { ...part, version: 0, bytes: new Uint8Array(0), stored: null };
    }
    if (slot === "LUMP_PAKFILE" && header.endian !== target.endian) {
      return alignPak(part, target, changes);
    }
    const converted = convertLump(slot, bytes, context);
    const isSame = converted.bytes === bytes && converted.version === version;
    if (isSame && converted.losses.length === 0) return part;
    const action = converted.losses.length > 0 ? "reduced" : "converted";
    const lines = converted.losses.length > 0 ? converted.losses : ["written anew"];
    for (const message of lines) changes.push({ lump, action, message });
    return isSame ? part : { ...part, ...converted, stored: null };
  });
}

/** Sectors for consoles and none for a PC; what is packed in it stays. */
function alignPak(part: LumpPart, { endian }: MapForm, changes: MapChange[]): LumpPart {
  const note = (message: string) => changes.push({ lump: part.slot, action: "reduced", message });
  try {
    const files = readZipRecords(part.bytes).records.length;
    const other = endian === "big" ? "a PC's" : "a console's";
    if (files > 0) note(`its ${files} files stay ${other}`);
    const bytes = alignZip(part.bytes, endian === "big" ? 2048 : 1);
    return { ...part, bytes, stored: bytes };
  } catch (error) {
    if (!(error instanceof FormatError) || error.format !== "ZIP") throw error;
    note(`stays as it is: ${error.message}`);
    return part;
  }
}

function convertGamePart(
  part: GamePart,
  source: PropSource,
  target: ConvertTarget,
  changes: MapChange[],
): GamePart {
  const { version, bytes, losses } = convertGameLump(part, source, target);
  const lump = `game lump ${part.id}`;
  for (const message of losses) changes.push({ lump, action: "reduced", message });
  if (bytes === part.bytes && version === part.version) return part;
  if (losses.length === 0) {
    changes.push({ lump, action: "converted", message: `version ${version}` });
  }
  return { ...part, version, bytes, stored: null };
}

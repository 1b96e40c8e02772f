import type { Mdl } from "../../types.ts";
import type { MdlReader } from "../mdl-reader.ts";
import { HEADER_TABLES } from "../mdl-tables.ts";
import type { StudioReader } from "../studio-reader.ts";
import type { BoneBases } from "./read-animation-data.ts";

/** `BONE_FIXED_ALIGNMENT`: turns of the bone keep to one side of a fixed one. */
const BONE_FIXED_ALIGNMENT = 0x00100000;

/** What the animations of an MDL start from, bone by bone: `mstudiobone_t`. */
export function readBoneBases(reader: MdlReader, mdl: Mdl): BoneBases {
  const { count, position, flags } = mdl.bones;
  const { at: first, bytes: stride } = reader.find(HEADER_TABLES.bones);
  const bases = {
    count,
    position,
    rotation: new Float32Array(count * 3),
    positionScale: new Float32Array(count * 3),
    rotationScale: new Float32Array(count * 3),
    alignment: new Float32Array(count * 4),
  };
  for (let i = 0; i < count * 3; i++) {
    const at = first + Math.floor(i / 3) * stride + (i % 3) * 4;
    bases.rotation[i] = readFinite(reader, "mstudiobone_t.rot", at + 60);
    bases.positionScale[i] = readFinite(reader, "mstudiobone_t.posscale", at + 72);
    bases.rotationScale[i] = readFinite(reader, "mstudiobone_t.rotscale", at + 84);
  }
  for (let i = 0; i < count * 4; i++) {
    const bone = Math.floor(i / 4);
    if ((flags[bone] & BONE_FIXED_ALIGNMENT) === 0) continue;
    const at = first + bone * stride + 144 + (i % 4) * 4;
    bases.alignment[i] = readFinite(reader, "mstudiobone_t.qAlignment", at);
  }
  return bases;
}

export function readFinite(reader: StudioReader, where: string, at: number): number {
  const value = reader.f32(at);
  if (!Number.isFinite(value)) throw reader.error("bad-value", where, at, "a finite number", value);
  return value;
}

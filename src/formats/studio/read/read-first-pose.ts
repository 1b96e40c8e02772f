import { STUDIO_DELTA } from "../animation/animation-types.ts";
import type { Mdl } from "../types.ts";
import { MdlReader } from "./mdl-reader.ts";
import { readFirstFrame } from "./parse-mdl-animations.ts";

const SEQ_DESC_BYTES = 212;
const ANIM_DESC_BYTES = 100;

/** A pose of all bones, each relative to its parent. */
export interface FirstPose {
  /** 3 a bone, inches. */
  readonly position: Float32Array;
  /** 4 a bone (x, y, z, w). */
  readonly quaternion: Float32Array;
}

/**
 * How a model stands that plays a sequence: the first frame of its first blend. null where that says
 * nothing of the whole model: there is no such sequence, it is added to another's, or lies in an `.ani`.
 * @param name of the sequence, in any case; one that the model lacks is its first, as in the engine
 * @throws FormatError
 */
export function readFirstPose(bytes: Uint8Array, mdl: Mdl, name = ""): FirstPose | null {
  const reader = new MdlReader(bytes);
  const count = reader.i32(188);
  if (count === 0) return null;
  const first = reader.table("mstudioseqdesc_t", 188, count, reader.i32(192), SEQ_DESC_BYTES);
  let sequence = first;
  for (let i = 0; name !== "" && i < count; i++) {
    const at = first + i * SEQ_DESC_BYTES;
    const label = reader.string("mstudioseqdesc_t.szlabelindex", at, at + reader.i32(at + 4));
    if (label.toLowerCase() !== name.toLowerCase()) continue;
    sequence = at;
    break;
  }
  const blend = sequence + reader.i32(sequence + 60);
  reader.array("animindexindex", sequence + 60, 1, blend, 2);
  const animation = reader.u16(blend);
  const animations = reader.i32(180);
  const table = reader.table(
    "mstudioanimdesc_t",
    180,
    animations,
    reader.i32(184),
    ANIM_DESC_BYTES,
  );
  if (animation >= animations) {
    const expected = `an animation below ${animations}`;
    throw reader.error("bad-index", "animindexindex", blend, expected, animation);
  }
  const at = table + animation * ANIM_DESC_BYTES;
  if ((reader.i32(at + 12) & STUDIO_DELTA) !== 0) return null;
  return readFirstFrame(reader, mdl, at);
}

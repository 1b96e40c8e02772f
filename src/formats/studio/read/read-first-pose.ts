/** Reads the first pose of a sequence. */

import { STUDIO_DELTA } from "../animation/animation-types.ts";
import type { BonePose } from "../mesh/build-bone-palette.ts";
import { STUDIOHDR } from "../records/header.ts";
import { ANIM_DESC, SEQ_DESC } from "../records/motion.ts";
import type { Mdl } from "../types.ts";
import { readFirstFrame } from "./animation/animation-file.ts";
import { MdlReader } from "./mdl-reader.ts";

/**
 * Returns a model's pose when it plays a sequence: the first frame of its first blend. Returns
 * `null` if there is no sequence, or if it is a delta sequence or in an `.ani` file.
 * @param name name of the sequence, case-insensitive. If the model lacks it, its first sequence is
 * used, like in the engine
 * @throws FormatError
 */
export function readFirstPose(bytes: Uint8Array, mdl: Mdl, name = ""): BonePose | null {
  const reader = new MdlReader(bytes);
  const sequences = reader.find(STUDIOHDR.tables.localseqindex);
  if (sequences.count === 0) return null;
  const labels = name === "" ? [] : reader.names(sequences, SEQ_DESC.at.szlabelindex);
  const named = labels.findIndex((label) => label.toLowerCase() === name.toLowerCase());
  const sequence = sequences.at + Math.max(0, named) * sequences.bytes;
  const place = sequence + SEQ_DESC.at.animindexindex;
  const blend = sequence + reader.i32(place);
  reader.array("animindexindex", place, 1, blend, 2);
  const animation = reader.u16(blend);
  const animations = reader.find(STUDIOHDR.tables.localanimindex);
  if (animation >= animations.count) {
    const expected = `an animation below ${animations.count}`;
    throw reader.error("bad-index", "animindexindex", blend, expected, animation);
  }
  const at = animations.at + animation * animations.bytes;
  if ((reader.i32(at + ANIM_DESC.at.flags) & STUDIO_DELTA) !== 0) return null;
  return readFirstFrame(reader, mdl, at);
}

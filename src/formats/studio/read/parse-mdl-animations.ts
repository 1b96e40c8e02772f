/** Reads the animations and sequences of an MDL. */

import { FormatError } from "../../../core/errors.ts";
import type { MdlAnimation, MdlAnimations } from "../animation/animation-types.ts";
import type { Mdl } from "../types.ts";
import { AnimationFile, type ReadAnimationsOptions } from "./animation/animation-file.ts";

export type { ReadAnimationsOptions } from "./animation/animation-file.ts";

/**
 * Decodes the animations of an MDL to poses of all its bones, and lists its sequences. `mdl` is the
 * result of `parseMdl` for the same bytes. Layout: `mstudioseqdesc_t`, `mstudioanimdesc_t`,
 * `mstudioanim_t` and `mstudio_frame_anim_t` in Valve's `studio.h`.
 * @throws FormatError of the format MDL, or ANI
 */
export function parseMdlAnimations(
  bytes: Uint8Array,
  mdl: Mdl,
  options: ReadAnimationsOptions = {},
): MdlAnimations {
  const file = new AnimationFile(bytes, mdl, options);
  const animations = file.infos.map((info, row): MdlAnimation => {
    try {
      return { ...info, ...file.readRules(row), ...file.decode(row) };
    } catch (error) {
      const isBroken = error instanceof FormatError && error.code !== "too-large";
      if (!isBroken || options.onBroken === undefined) throw error;
      options.onBroken(info.name, error);
      return { ...info, ikRules: [], hierarchies: [], ...file.rest(row) };
    }
  });
  return { animations, sequences: file.sequences };
}

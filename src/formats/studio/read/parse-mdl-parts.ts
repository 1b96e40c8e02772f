/** Reads all parts of an MDL except its animations. */

import { lazyObject } from "../../../core/lazy-object.ts";
import type { MdlParts } from "../summarize-studio.ts";
import { parseMdl } from "./parse-mdl.ts";
import { parseMdlEyeballs, parseMdlEyelids } from "./parse-mdl-eyes.ts";
import { parseMdlFlexes } from "./parse-mdl-flexes.ts";
import { parseMdlProceduralBones } from "./parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "./parse-mdl-rig.ts";
import { parseMdlSecondHeader } from "./parse-mdl-second-header.ts";

/**
 * Reads everything in an MDL except its animations.
 * @throws FormatError
 */
export function parseMdlParts(bytes: Uint8Array): MdlParts {
  return { ...lazyMdlParts(bytes) };
}

/**
 * Returns the same parts, each parsed on first use. For files that have been read without error
 * before.
 */
export function lazyMdlParts(bytes: Uint8Array): MdlParts {
  return lazyObject<MdlParts>({
    mdl: () => parseMdl(bytes),
    eyeballs: () => parseMdlEyeballs(bytes),
    eyelids: () => parseMdlEyelids(bytes),
    rig: () => parseMdlRig(bytes),
    face: () => parseMdlFlexes(bytes),
    procedures: () => parseMdlProceduralBones(bytes),
    second: () => parseMdlSecondHeader(bytes),
  });
}

import { lazyObject } from "../../../core/lazy-object.ts";
import type { MdlParts } from "../summarize-studio.ts";
import { parseMdl } from "./parse-mdl.ts";
import { parseMdlEyeballs } from "./parse-mdl-eyeballs.ts";
import { parseMdlEyelids } from "./parse-mdl-eyelids.ts";
import { parseMdlFlexes } from "./parse-mdl-flexes.ts";
import { parseMdlProceduralBones } from "./parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "./parse-mdl-rig.ts";
import { parseMdlSecondHeader } from "./parse-mdl-second-header.ts";

/**
 * All that is read of an MDL but its animations.
 * @throws FormatError
 */
export function parseMdlParts(bytes: Uint8Array): MdlParts {
  return { ...lazyMdlParts(bytes) };
}

/** The same, each part parsed when it is first asked for: of a file that has been read without fault. */
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

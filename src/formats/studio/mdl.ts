/** MDL: reads models, and combines a model's three files. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export * from "./animation/animation-types.ts";
export { buildStudioMesh, chooseModels } from "./mesh/build-studio-mesh.ts";
export { openMdl } from "./open-mdl.ts";
export type { EmbeddedFile, OpenedMdl, RespawnModel } from "./open-respawn-mdl.ts";
export { parseMdlAnimations, type ReadAnimationsOptions } from "./read/animation/animation-file.ts";
export { parseMdl } from "./read/parse-mdl.ts";
export { parseMdlEyeballs, parseMdlEyelids } from "./read/parse-mdl-eyes.ts";
export { parseMdlFlexes } from "./read/parse-mdl-flexes.ts";
export { parseMdlParts } from "./read/parse-mdl-parts.ts";
export { parseMdlProceduralBones } from "./read/parse-mdl-procedural-bones.ts";
export { parseMdlRig } from "./read/parse-mdl-rig.ts";
export { parseMdlSecondHeader } from "./read/parse-mdl-second-header.ts";
export { nameHeaderFlags } from "./rig/flag-names.ts";
export * from "./rig/flex-types.ts";
export * from "./rig/procedural-types.ts";
export type * from "./rig/rig-types.ts";
export * from "./rig/rig-types.ts";
export { type ModelGeometry, type ModelSummary, summarizeModel } from "./summarize-model.ts";
export { type MdlParts, type MdlSummary, summarizeMdl } from "./summarize-studio.ts";
export type * from "./types.ts";

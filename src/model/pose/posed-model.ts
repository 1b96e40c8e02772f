import type { StudioModel } from "../studio-model.ts";

/** Parts of a model that posing needs. */
export type PosedModel = Pick<StudioModel, "mdl" | "rig" | "procedures" | "motions">;

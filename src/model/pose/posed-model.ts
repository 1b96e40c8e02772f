import type { StudioModel } from "../studio-model.ts";

/** What of a model it is posed by. */
export type PosedModel = Pick<StudioModel, "mdl" | "rig" | "procedures" | "motions">;

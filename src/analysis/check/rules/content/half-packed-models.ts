import { FormatError } from "../../../../core/errors.ts";
import { parseMdl } from "../../../../formats/studio/read/parse-mdl.ts";
import { VTX_EXTENSIONS } from "../../../../model/files/model-files.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * A packed `.mdl` with meshes lacks its `.vvd` or any `.vtx`. (error)
 * Mend: Pack all files of the model.
 */
export const halfPackedModels: Rule = {
  name: "half-packed-models",
  why: "Without its vertices or triangles a model is an error model for everyone else.",
  async check(facts) {
    const { entries, read } = await facts.packed;
    const faults: Fault[] = [];
    for (const path of entries.keys()) {
      if (!path.endsWith(".mdl")) continue;
      const stem = path.slice(0, -".mdl".length);
      const lacking = [
        ...(entries.has(`${stem}.vvd`) ? [] : [".vvd"]),
        ...(VTX_EXTENSIONS.some((kind) => entries.has(stem + kind)) ? [] : [VTX_EXTENSIONS[0]]),
      ];
      if (lacking.length === 0 || !hasMeshes(await read(path))) continue;
      const message = `${path} is packed without its ${lacking.join(" and ")}.`;
      faults.push({ severity: "error", message });
    }
    return faults;
  },
};

/** Whether a model has meshes. Models without meshes hold animations for other models. */
function hasMeshes(bytes: Uint8Array | null): boolean {
  if (bytes === null) return false;
  try {
    return parseMdl(bytes).meshes.count > 0;
  } catch (error) {
    // Another rule reports broken files.
    if (error instanceof FormatError) return false;
    throw error;
  }
}

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { parseMdlAnimations } from "../../formats/studio/read/parse-mdl-animations.ts";
import type { MdlParts } from "../../formats/studio/summarize-studio.ts";
import { type ModelFiles, modelStem, readFirst } from "../files/model-files.ts";
import type { Motions } from "../studio-model.ts";

export interface ReadMotionsOptions {
  readonly diagnostics: Diagnostics;
  readonly limits?: Limits;
}

/**
 * A model's sequences and animations.
 * @param path content path of its `.mdl`, `bytes` what is in it
 * @throws FormatError of the format MDL, or ANI
 */
export async function readMotions(
  path: string,
  bytes: Uint8Array,
  { mdl, rig }: MdlParts,
  files: ModelFiles,
  { diagnostics, limits }: ReadMotionsOptions,
): Promise<Motions> {
  const { file } = rig.animationBlocks;
  // It commonly lies beside the model, also of files that are not at the place they were compiled for.
  const paths = [normalizePath(file), `${modelStem(path)}.ani`];
  const ani = file === "" ? null : await readFirst(files, paths);
  if (file !== "" && ani === null) {
    diagnostics.warn("missing-model", file, `No ${file}: what is animated there stands still.`);
  }
  const { animations, sequences } = parseMdlAnimations(bytes, mdl, {
    ...(ani === null ? {} : { ani: ani.bytes }),
    ...(limits === undefined ? {} : { limits }),
  });
  return { sequences, animations, frames: (animation) => animations[animation] };
}

/** Rules about packed files whose companions are not packed. */

import { FormatError } from "../../../../core/errors.ts";
import { parseMdl } from "../../../../formats/studio/read/parse-mdl.ts";
import { resolveVmt } from "../../../../formats/vmt/resolve-vmt.ts";
import { VTX_EXTENSIONS } from "../../../../model/files/model-files.ts";
import { contentName } from "../../../../scene/materials/content-name.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
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

/** Parameters that name one texture each. */
const TEXTURES = [
  "$basetexture",
  "$basetexture2",
  "$bumpmap",
  "$bumpmap2",
  "$normalmap",
  "$detail",
];

/**
 * A packed material names a texture that is neither packed nor in `--content`, in a folder with
 * other packed textures. Files that vbsp adds in `materials/maps` are skipped. (warning)
 * Mend: Pack the texture, or remove the line from the material.
 */
export const halfPackedMaterials: Rule = {
  name: "half-packed-materials",
  why: "The texture is missing for everyone else.",
  async check(facts) {
    const { entries, read } = await facts.packed;
    const folders = new Set(
      [...entries.keys()].filter((path) => path.endsWith(".vtf")).map(folderOf),
    );
    const faults: Fault[] = [];
    for (const path of entries.keys()) {
      // Compilers put patched copies of the game's own materials there.
      if (!path.endsWith(".vmt") || path.startsWith("materials/maps/")) continue;
      const lacking = await listLacking(path, read, facts);
      // A texture in a folder with packed files is the map's own. Others may be the game's.
      const own = lacking.filter((texture) => folders.has(folderOf(texture)));
      if (own.length === 0) continue;
      faults.push({ severity: "warning", message: `${path} is packed without ${own.join(", ")}.` });
    }
    return faults;
  },
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

async function listLacking(
  path: string,
  read: (path: string) => Promise<Uint8Array | null>,
  facts: MapFacts,
): Promise<string[]> {
  const { entries } = await facts.packed;
  const vmt = await resolveVmt(path, read).catch((error: unknown) => {
    // Another rule reports broken files.
    if (error instanceof FormatError && error.code !== "too-large") return null;
    throw error;
  });
  const lacking = new Set<string>();
  for (const param of TEXTURES) {
    const name = vmt?.params.get(param)?.trim();
    // The engine creates the `_rt_` textures and `env_cubemap`.
    if (!name || /^_rt_|^env_cubemap$/i.test(name)) continue;
    const texture = `materials/${contentName(name, ".vtf")}.vtf`;
    if (!entries.has(texture) && !(await facts.isInContent(texture))) lacking.add(texture);
  }
  return [...lacking];
}

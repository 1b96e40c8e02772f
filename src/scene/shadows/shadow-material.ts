/** The materials of all shadows of a map: pictures that the load makes, as if content had them. */

import { parseVtf } from "../../formats/vtf/parse-vtf.ts";
import { writeVtf } from "../../formats/vtf/write-vtf.ts";
import { MATERIAL_UNLIT } from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { ROLE_BASE } from "../../map/texture-roles.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import { openMaterials, type ResolvedMaterials } from "../materials/materials.ts";
import { linearColor } from "../materials/vmt-values.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { STAND_IN_STATE } from "../stand-in/stand-in-model.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { ShadowPictures } from "./shadow-pictures.ts";

/** No content has them: their names are none that a path may have. */
const NAME = "visleaf/../shadows";
const IMAGE_FORMAT_I8 = 5;

/** What a material shows. */
export interface MaterialPictures extends Pick<ShadowPictures, "width" | "height" | "texels"> {
  /** Whether it changes: it has no smaller sizes then, which would have to change, too. The engine's has none. */
  readonly isMoving: boolean;
}

/**
 * @param pictures of a material each
 * @param color of what is in a shadow, gamma-encoded, 0 to 1
 */
export async function openShadowMaterials(
  pictures: readonly MaterialPictures[],
  color: readonly [number, number, number],
  access: ContentAccess,
  options: TextureOptions,
): Promise<ResolvedMaterials> {
  const written = pictures.map((picture, i) => ({
    name: `${NAME}${i}`,
    path: `materials/${NAME}${i}.vtf`,
    bytes: writePictures(picture),
  }));
  const content: ContentAccess["content"] = {
    read: async (wanted) => written.find(({ path }) => path === wanted)?.bytes ?? null,
  };
  const spaces: MaterialState["spaces"] = [];
  spaces[ROLE_BASE] = "linear";
  const state = {
    ...STAND_IN_STATE,
    family: FAMILY.shadow,
    flags: MATERIAL_UNLIT,
    opacity: "modulating",
    tint: linearColor(color),
    untextured: false,
    spaces,
  } as const satisfies Partial<MaterialState>;
  const found = written.map(({ name }) => {
    const textures: (string | undefined)[] = [];
    textures[ROLE_BASE] = name;
    return { name, state: { ...state, textures }, invisible: false };
  });
  const opened = await openMaterials(found, null, { ...access, content }, options);
  for (const file of opened.textures.files) {
    // Nobody reads it again.
    const bytes = written.find(({ path }) => path === file.path)?.bytes;
    if (!file.isHeld && bytes !== undefined) file.vtf = parseVtf(bytes);
    file.isHeld = true;
  }
  return opened;
}

/** With mips, each the mean of four. */
function writePictures({ width, height, texels, isMoving }: MaterialPictures) {
  const mips = [texels];
  for (let [w, h] = [width, height]; !isMoving && (w > 1 || h > 1); ) {
    const last = mips[mips.length - 1];
    const [nextW, nextH] = [Math.max(1, w >> 1), Math.max(1, h >> 1)];
    const mip = new Uint8Array(nextW * nextH);
    for (let i = 0; i < mip.length; i++) {
      const [x, y] = [(i % nextW) * 2, Math.floor(i / nextW) * 2];
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        sum += last[Math.min(h - 1, y + (k >> 1)) * w + Math.min(w - 1, x + (k & 1))];
      }
      mip[i] = Math.round(sum / 4);
    }
    mips.push(mip);
    [w, h] = [nextW, nextH];
  }
  return writeVtf({
    ...{ width, height, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, flags: 0 },
    mipCount: mips.length,
    format: IMAGE_FORMAT_I8,
    reflectivity: [0, 0, 0],
    bumpScale: 1,
    lowRes: null,
    image: (mip) => mips[mip],
  });
}

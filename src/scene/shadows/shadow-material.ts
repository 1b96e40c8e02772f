/** The material of all shadows of a map: a picture that the load makes, as if content had it. */

import { parseVtf } from "../../formats/vtf/parse-vtf.ts";
import { writeVtf } from "../../formats/vtf/write-vtf.ts";
import { MATERIAL_UNLIT } from "../../map/material.ts";
import { FAMILY_SHADOW } from "../../map/material-families.ts";
import { ROLE_BASE } from "../../map/texture-roles.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import { openMaterials, type ResolvedMaterials } from "../materials/materials.ts";
import { linearColor } from "../materials/vmt-values.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { STAND_IN_STATE } from "../stand-in/stand-in-model.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { ShadowPictures } from "./shadow-pictures.ts";

/** No content has it: its name is none that a path may have. */
const NAME = "visleaf/../shadows";
const IMAGE_FORMAT_I8 = 5;

/** @param color of what is in a shadow, gamma-encoded, 0 to 1 */
export async function openShadowMaterial(
  pictures: Pick<ShadowPictures, "width" | "height" | "texels">,
  color: readonly [number, number, number],
  access: ContentAccess,
  options: TextureOptions,
): Promise<ResolvedMaterials> {
  const bytes = writePictures(pictures);
  const path = `materials/${NAME}.vtf`;
  const content: ContentAccess["content"] = {
    read: async (wanted) => (wanted === path ? bytes : null),
  };
  const spaces: MaterialState["spaces"] = [];
  spaces[ROLE_BASE] = "linear";
  const textures: (string | undefined)[] = [];
  textures[ROLE_BASE] = NAME;
  const state: MaterialState = {
    ...STAND_IN_STATE,
    family: FAMILY_SHADOW,
    flags: MATERIAL_UNLIT,
    opacity: "modulating",
    tint: linearColor(color),
    untextured: false,
    textures,
    spaces,
  };
  const found = [{ name: "shadows", state, invisible: false }];
  const opened = await openMaterials(found, null, { ...access, content }, options);
  for (const file of opened.textures.files) {
    // Nobody reads it again.
    if (!file.isHeld) file.vtf = parseVtf(bytes);
    file.isHeld = true;
  }
  return opened;
}

/** With mips, each the mean of four. */
function writePictures({
  width,
  height,
  texels,
}: Pick<ShadowPictures, "width" | "height" | "texels">) {
  const mips = [texels];
  for (let [w, h] = [width, height]; w > 1 || h > 1; ) {
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

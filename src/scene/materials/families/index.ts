/** All families' readers: a family is a file beside this one, and a line here. */

import { blendFamily } from "./blend.ts";
import type { FamilyReader } from "./family-reader.ts";
import { layersFamily } from "./layers.ts";
import { litFamily } from "./lit.ts";
import { modelFamily } from "./model.ts";
import { modulateFamily } from "./modulate.ts";
import { pbrFamily } from "./pbr.ts";
import { energyFamily } from "./rare/energy.ts";
import { eyesFamily } from "./rare/eyes.ts";
import { multiblendFamily } from "./rare/multiblend.ts";
import { teethFamily } from "./rare/teeth.ts";
import { refractFamily } from "./refract.ts";
import { twoTextureFamily } from "./two-texture.ts";
import { unlitFamily } from "./unlit.ts";
import { unseenFamily } from "./unseen.ts";
import { waterFamily } from "./water.ts";

const FAMILY_READERS: readonly FamilyReader[] = [
  litFamily,
  modelFamily,
  unlitFamily,
  blendFamily,
  waterFamily,
  refractFamily,
  modulateFamily,
  twoTextureFamily,
  pbrFamily,
  teethFamily,
  layersFamily,
  eyesFamily,
  energyFamily,
  multiblendFamily,
  unseenFamily,
];

/** The reader of a VMT's shader; undefined: nobody knows it. */
export function findFamily(shader: string): FamilyReader | undefined {
  const plain = shader.replace(/^(sdk|lux|pbr|bms)_/, "").replace(/(_hdr)?_dx\w+$/, "");
  return FAMILY_READERS.find(({ shaders }) => shaders.test(plain));
}

/** What a shader is read as that nobody knows: as its base texture. */
export const unknownFamily = litFamily;

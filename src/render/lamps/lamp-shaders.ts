/** Shaders that add the light of projected textures, each loaded with its first surface. */

import { isRareFamily } from "../../map/material-families.ts";
import { LEVEL_PLAIN } from "../../map/texture-roles.ts";
import { familyFile } from "../surfaces/family-file.ts";
import { familyName } from "../surfaces/pipeline-key.ts";

type FetchCode = () => Promise<string>;
type Codes = Readonly<Record<string, FetchCode>>;
type LampShader = "world" | "props" | "decals";

/** Shaders of common families, without and with roles above the plain level. */
const COMMON: Readonly<Record<LampShader, readonly Codes[]>> = {
  world: [
    import.meta.glob<string>("../../../shaders/families/{flat,lit,blend}.wgsl", {
      query: "?surface=world&lamp",
      import: "default",
    }),
    import.meta.glob<string>("../../../shaders/families/{flat,lit,blend}.wgsl", {
      query: "?surface=world&lamp&bumped",
      import: "default",
    }),
  ],
  props: [
    import.meta.glob<string>("../../../shaders/families/{flat,lit,blend}.wgsl", {
      query: "?surface=props&lamp",
      import: "default",
    }),
    import.meta.glob<string>("../../../shaders/families/{flat,lit,blend}.wgsl", {
      query: "?surface=props&lamp&bumped",
      import: "default",
    }),
  ],
  decals: [
    import.meta.glob<string>("../../../shaders/families/{lit,blend}.wgsl", {
      query: "?surface=decals&lamp",
      import: "default",
    }),
    import.meta.glob<string>("../../../shaders/families/{lit,blend}.wgsl", {
      query: "?surface=decals&lamp&bumped",
      import: "default",
    }),
  ],
};

/** Shaders of rare families that light lights, which have one level each. */
const RARE: Readonly<Record<LampShader, Codes>> = {
  world: import.meta.glob<string>(
    "../../../shaders/families/rare/**/{missing,seamless,seamless-bumped,layers,wall,pbr}.wgsl",
    { query: "?surface=world&lamp", import: "default" },
  ),
  props: import.meta.glob<string>(
    "../../../shaders/families/rare/**/{missing,model,baked,sway,teeth,eyes,pbr,emissive,infected,draped}.wgsl",
    { query: "?surface=props&lamp", import: "default" },
  ),
  decals: {},
};

/** Returns the code of a family; `null` if no lamp lights it. */
export function lampShader(shader: LampShader, family: number, level: number): FetchCode | null {
  const name = familyName(family);
  if (isRareFamily(family)) return familyFile(RARE[shader], name) ?? null;
  return familyFile(COMMON[shader][level === LEVEL_PLAIN ? 0 : 1], name) ?? null;
}

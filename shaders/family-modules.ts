/**
 * Modules that shaders import as `package::family` and `package::textures`: how a surface is shaded, and
 * where its texels come from. A surface shader is linked once for each family that draws by it.
 */

import { isRareFamily, MATERIAL_FAMILIES } from "../src/map/material-families.ts";
import { TEXTURE_ROLES, type TextureRole } from "../src/map/texture-roles.ts";
import { SLOT_CUBES } from "../src/render/context/bind-layouts.ts";

/** All families in one shader, for what has to be drawn in one draw. */
export const ANY_FAMILY = "any";

/** The two modules of a family, by their paths. */
export function familyModules(
  family: string,
  sources: Readonly<Record<string, string>>,
): Record<string, string> {
  const isAny = family === ANY_FAMILY;
  return {
    "./family.wgsl": isAny ? anyFamily() : sources[`./families/${family}.wgsl`],
    "./textures.wgsl": isAny ? slotTextures() : roleTextures(),
  };
}

const SURFACE_IMPORTS = `import package::common::material::Material;
import package::common::surface::SurfacePoint;`;

/** What a role's texel is until its texture is there. */
function standInOf({ standIn }: TextureRole): string {
  return standIn === null
    ? "vec4f(material.fallbackColor, 1.0)"
    : `vec4f(${standIn.map((value) => value.toFixed(4)).join(", ")})`;
}

/** Of framed shaders alone where the role is. */
const onlyFramed = ({ framed }: TextureRole) => (framed ? "@if(framed) " : "");

function sampleFunction(role: TextureRole, row: number, texel: string): string {
  return `${onlyFramed(role)}fn sample_${role.name}(material: Material, at: SurfacePoint) -> vec4f {
  return select(${standInOf(role)}, ${texel}, hasTexture(material, ${row}u));
}`;
}

const layerOf = (row: number) => `material.places[${row}] & TEXTURE_PLACE_LAYER_MASK`;

/** A texture and a sampler a role. */
function roleTextures(): string {
  const roles = TEXTURE_ROLES.map((role, row) => {
    const { name, dimension } = role;
    const place = dimension === "cube" ? "at.mirrored" : "at.texCoord";
    const texel = `textureSample(${name}_texture, ${name}_sampler, ${place}, ${layerOf(row)})`;
    const only = onlyFramed(role);
    return `${only}@group(2) @binding(${row * 2}) var ${name}_texture: texture_${dimension}_array<f32>;
${only}@group(2) @binding(${row * 2 + 1}) var ${name}_sampler: sampler;
${sampleFunction(role, row, texel)}`;
  });
  return `${SURFACE_IMPORTS}
import package::common::material::hasTexture;
import constants::TEXTURE_PLACE_LAYER_MASK;
${roles.join("\n")}`;
}

/** The same from slots, which were read before; of cubes from the array beside them. */
function slotTextures(): string {
  const roles = TEXTURE_ROLES.map((role, row) =>
    role.dimension === "cube"
      ? cubeFunction(role, row)
      : sampleFunction(role, row, `roleTexels[${row}]`),
  );
  return `${SURFACE_IMPORTS}
import package::common::material::hasTexture;
import package::common::slots::roleTexels;
import constants::TEXTURE_PLACE_LAYER_MASK;
@if(framed) @group(2) @binding(${SLOT_CUBES}) var cubes: texture_cube_array<f32>;
@if(framed) @group(2) @binding(${SLOT_CUBES + 1}) var cubeSampler: sampler;
${roles.join("\n")}`;
}

/** Few of the materials that share slots have one: the others do not read it. */
function cubeFunction(role: TextureRole, row: number): string {
  return `@if(framed) fn sample_${role.name}(material: Material, at: SurfacePoint) -> vec4f {
  if (!hasTexture(material, ${row}u)) {
    return ${standInOf(role)};
  }
  return textureSampleGrad(cubes, cubeSampler, at.mirrored, ${layerOf(row)}, at.mirroredDx, at.mirroredDy);
}`;
}

/** Shades by the material's own family. What has no texture is lit: nothing that blends has a grid. */
function anyFamily(): string {
  const names = MATERIAL_FAMILIES.map(({ name }) => name);
  const drawn = names.filter((name, row) => name !== "flat" && !isRareFamily(row));
  const imports = drawn.map((n) => `import package::families::${n}::surfaceOf as surfaceOf_${n};`);
  const cases = drawn
    .filter((name) => name !== "lit")
    .map((n) => `    case ${names.indexOf(n as never)}u: { return surfaceOf_${n}(material, at); }`);
  return `${SURFACE_IMPORTS}
import package::common::slots::readRoles;
import package::common::surface::Surface;
${imports.join("\n")}
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  readRoles(material, at);
  switch material.family {
${cases.join("\n")}
    default: { return surfaceOf_lit(material, at); }
  }
}`;
}

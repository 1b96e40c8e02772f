/**
 * Modules that shaders import as `package::family` and `package::textures`: how a surface is shaded, and where its texels
 * come from. A surface shader is linked once for each family, and each level.
 */

import { MATERIAL_FAMILIES } from "../../src/map/material-families.ts";
import { LEVEL_BUMPED, TEXTURE_ROLES, type TextureRole } from "../../src/map/texture-roles.ts";
import { SLOT_CUBES } from "../../src/render/context/bind-layouts.ts";

/** All families in one shader: translucent materials, which one draw has to draw in order. */
export const ANY_FAMILY = "any";

/** Returns the source of a family, which is in any folder of `shaders/families`. */
function sourceOf(family: string, sources: Readonly<Record<string, string>>): string {
  const isOfFamily = (path: string) =>
    path.startsWith("./families/") && path.endsWith(`/${family}.wgsl`);
  return sources[Object.keys(sources).find(isOfFamily) ?? `./families/${family}.wgsl`];
}

/**
 * Returns the two modules of a family, by their paths.
 * @param level `LEVEL_*`; roles above it are stand-ins
 */
export function familyModules(
  family: string,
  sources: Readonly<Record<string, string>>,
  level: number,
): Record<string, string> {
  const isAny = family === ANY_FAMILY;
  return {
    "./family.wgsl": isAny ? anyFamily(level) : sourceOf(family, sources),
    "./textures.wgsl": isAny ? slotTextures(level) : roleTextures(family, level),
  };
}

const SURFACE_IMPORTS = `import package::common::material::material::Material;
import package::common::material::surface::SurfacePoint;`;

const TEXTURE_IMPORTS = `${SURFACE_IMPORTS}
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::roles::isShown;
import constants::TEXTURE_PLACE_LAYER_MASK;`;

/** Returns a role's texel until its texture is there. */
function standInOf({ standIn }: TextureRole): string {
  return standIn === null
    ? "vec4f(material.fallbackColor, 1.0)"
    : `vec4f(${standIn.map((value) => value.toFixed(4)).join(", ")})`;
}

function sampleFunction(role: TextureRole, lines: readonly string[]): string {
  return `fn sample_${role.name}(material: Material, at: SurfacePoint) -> vec4f {
${lines.map((line) => `  ${line}\n`).join("")}}`;
}

/** Returns the stand-in early where no material of a bumped pipeline shows a role above the plain level. */
function leaveOut(role: TextureRole, row: number, level: number): string[] {
  const isAlways = level < LEVEL_BUMPED || role.level === 0;
  return isAlways ? [] : [`if (!isShown(${row}u)) { return ${standInOf(role)}; }`];
}

const layerOf = (row: number) => `placeOf(material, ${row}u) & TEXTURE_PLACE_LAYER_MASK`;

/** Declares a texture and a sampler for each role of a family; shared roles that it lacks are stand-ins. */
function roleTextures(family: string, level: number): string {
  const { slots, slotRoles, rare } = MATERIAL_FAMILIES.find(({ name }) => name === family)!;
  const left = TEXTURE_ROLES.filter((role) => !slotRoles.includes(role));
  const leftOut = left.map((role) => sampleFunction(role, [`return ${standInOf(role)};`]));
  const roles = slotRoles.map((role, i) => {
    const { name, dimension } = role;
    // A rare family has one shader, of the level of its row.
    if (role.level > level && rare !== true) {
      return sampleFunction(role, [`return ${standInOf(role)};`]);
    }
    const slot = slots[i];
    // Only the bumped level of other families computes the mask's coordinates before it is read.
    const place = role.place === "maskCoord" && level < LEVEL_BUMPED ? "texCoord" : role.place;
    const texel = `textureSample(${name}_texture, ${name}_sampler, at.${place}, ${layerOf(slot)})`;
    return `@group(2) @binding(${slot * 2}) var ${name}_texture: texture_${dimension}_array<f32>;
@group(2) @binding(${slot * 2 + 1}) var ${name}_sampler: sampler;
${sampleFunction(role, [
  ...leaveOut(role, slot, level),
  `return select(${standInOf(role)}, ${texel}, hasTexture(material, ${slot}u));`,
])}`;
  });
  return `${TEXTURE_IMPORTS}
fn readTexels(material: Material, at: SurfacePoint) {}
${[...leftOut, ...roles].join("\n")}`;
}

/** Declares the same of shared roles over texture slots, which are read before; cubes lie in an array beside the slots. */
function slotTextures(level: number): string {
  const roles = TEXTURE_ROLES.map((role, row) => {
    const standIn = standInOf(role);
    if (role.level > level) return sampleFunction(role, [`return ${standIn};`]);
    const isThere = `hasTexture(material, ${row}u)`;
    if (role.dimension === "2d") {
      return sampleFunction(role, [`return select(${standIn}, roleTexels[${row}], ${isThere});`]);
    }
    // Few of the materials that share slots have a cube; the others skip the read.
    const texel = `textureSampleGrad(cubes, cubeSampler, at.mirrored, ${layerOf(row)}, at.mirroredDx, at.mirroredDy)`;
    return `@group(2) @binding(${SLOT_CUBES}) var cubes: texture_cube_array<f32>;
@group(2) @binding(${SLOT_CUBES + 1}) var cubeSampler: sampler;
${sampleFunction(role, [...leaveOut(role, row, level), `if (!${isThere}) { return ${standIn}; }`, `return ${texel};`])}`;
  });
  return `${TEXTURE_IMPORTS}
import package::common::material::slots::readRoles;
import package::common::material::slots::roleTexels;
fn readTexels(material: Material, at: SurfacePoint) {
  readRoles(material, at);
}
${roles.join("\n")}`;
}

/** Shades by the material's own family; the flat one as lit. */
function anyFamily(level: number): string {
  const drawn = MATERIAL_FAMILIES.flatMap(({ name, rare }, family) =>
    name === "flat" || rare ? [] : [{ name, family }],
  );
  const imports = drawn.map(
    ({ name }) => `import package::families::${name}::surfaceOf as surfaceOf_${name};`,
  );
  const cases = drawn
    .filter(({ name }) => name !== "lit")
    .map(({ name, family }) => `    case ${family}u: { return surfaceOf_${name}(material, at); }`);
  // Bumped places have read them before.
  const read = level < LEVEL_BUMPED ? "\n  readTexels(material, at);" : "";
  return `${SURFACE_IMPORTS}
import package::common::material::surface::Surface;
import package::textures::readTexels;
${imports.join("\n")}
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {${read}
  switch material.family {
${cases.join("\n")}
    default: { return surfaceOf_lit(material, at); }
  }
}`;
}

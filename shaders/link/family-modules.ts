/**
 * Modules that shaders import as `package::family` and `package::textures`: how a surface is shaded, and
 * where its texels come from. A surface shader is linked once for each family that draws by it, and each level.
 */

import {
  isRareFamily,
  MATERIAL_FAMILIES,
  type MaterialFamily,
} from "../../src/map/material-families.ts";
import { LEVEL_BUMPED, TEXTURE_ROLES, type TextureRole } from "../../src/map/texture-roles.ts";
import { SLOT_CUBES } from "../../src/render/context/bind-layouts.ts";

/** All families in one shader, for what has to be drawn in one draw. */
export const ANY_FAMILY = "any";

/** Rooms of `shaders/families`: rare ones have one of their own, and of these those that shade as `model.wgsl` does. */
const ROOMS = ["", "rare/", "rare/models/"];

/** Returns the file of a family. */
function sourceOf(family: string, sources: Readonly<Record<string, string>>): string {
  const paths = ROOMS.map((room) => `./families/${room}${family}.wgsl`);
  return sources[paths.find((path) => sources[path] !== undefined) ?? paths[0]];
}

/**
 * The two modules of a family, by their paths.
 * @param level `LEVEL_*`: of roles above it there are stand-ins
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

/** What a role's texel is until its texture is there. */
function standInOf({ standIn }: TextureRole): string {
  return standIn === null
    ? "vec4f(material.fallbackColor, 1.0)"
    : `vec4f(${standIn.map((value) => value.toFixed(4)).join(", ")})`;
}

function sampleFunction(role: TextureRole, lines: readonly string[]): string {
  return `fn sample_${role.name}(material: Material, at: SurfacePoint) -> vec4f {
${lines.map((line) => `  ${line}\n`).join("")}}`;
}

/** Returns early where none of a bumped pipeline's materials shows a role above the plain level. */
function leaveOut(role: TextureRole, row: number, level: number): string[] {
  const isAlways = level < LEVEL_BUMPED || role.level === 0;
  return isAlways ? [] : [`if (!isShown(${row}u)) { return ${standInOf(role)}; }`];
}

const layerOf = (row: number) => `placeOf(material, ${row}u) & TEXTURE_PLACE_LAYER_MASK`;

/** A texture and a sampler a role. */
function roleTextures(family: string, level: number): string {
  const { roles: shown, rare }: MaterialFamily = MATERIAL_FAMILIES.find(
    ({ name }) => name === family,
  )!;
  const roles = TEXTURE_ROLES.map((role, row) => {
    const { name, dimension } = role;
    // Rare ones have shaders of their own, of no level.
    if ((role.level > level && rare !== true) || !shown.includes(row)) {
      return sampleFunction(role, [`return ${standInOf(role)};`]);
    }
    // Models have no place of its own for a mask.
    const place = role.place === "maskCoord" && level < LEVEL_BUMPED ? "texCoord" : role.place;
    const texel = `textureSample(${name}_texture, ${name}_sampler, at.${place}, ${layerOf(row)})`;
    return `@group(2) @binding(${row * 2}) var ${name}_texture: texture_${dimension}_array<f32>;
@group(2) @binding(${row * 2 + 1}) var ${name}_sampler: sampler;
${sampleFunction(role, [
  ...leaveOut(role, row, level),
  `return select(${standInOf(role)}, ${texel}, hasTexture(material, ${row}u));`,
])}`;
  });
  return `${TEXTURE_IMPORTS}
fn readTexels(material: Material, at: SurfacePoint) {}
${roles.join("\n")}`;
}

/** The same from slots, which are read before; of cubes from the array beside them. */
function slotTextures(level: number): string {
  const roles = TEXTURE_ROLES.map((role, row) => {
    const standIn = standInOf(role);
    if (role.level > level) return sampleFunction(role, [`return ${standIn};`]);
    const isThere = `hasTexture(material, ${row}u)`;
    if (role.dimension === "2d") {
      return sampleFunction(role, [`return select(${standIn}, roleTexels[${row}], ${isThere});`]);
    }
    // Few of the materials that share slots have a cube: the others do not read it.
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

/** Shades by the material's own family. What has no texture is lit: nothing that blends has a grid. */
function anyFamily(level: number): string {
  const names = MATERIAL_FAMILIES.map(({ name }) => name);
  const drawn = names.filter((name, row) => name !== "flat" && !isRareFamily(row));
  const imports = drawn.map((n) => `import package::families::${n}::surfaceOf as surfaceOf_${n};`);
  const cases = drawn
    .filter((name) => name !== "lit")
    .map((n) => `    case ${names.indexOf(n as never)}u: { return surfaceOf_${n}(material, at); }`);
  // Bumped places have read them to be where they are.
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

/** Rules about cubemaps. */

import { countOf, firstOf, placeWords } from "../../facts/words.ts";
import { type Fault, UntoldError, type Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Picture of a cubemap, named by its position. */
const PICTURE = /^materials\/maps\/.+\/c-?\d+_-?\d+_-?\d+(\.hdr)?\.vtf$/;
const DEFAULT = /\/cubemapdefault(\.hdr)?\.vtf$/;
const HDR = /\.hdr\.vtf$/;

/**
 * The map has `env_cubemap`s but no pictures of them, or only vbsp's sky placeholder, for a light
 * that it has. (warning)
 * Mend: Run `buildcubemaps` in the game, with HDR and without. A map that is made for a viewer only
 * can stay so.
 */
export const cubemapsNotBuilt: Rule = {
  name: "cubemaps-not-built",
  why: "Until its cubemaps are built, all reflections show the sky, indoors too.",
  async check(facts) {
    facts.needs("LUMP_CUBEMAPS");
    const { cubemaps, ldr, hdr } = facts.bsp;
    if (cubemaps.count === 0) return [];
    const { entries, read, damage } = await facts.packed;
    if (damage !== null) throw new UntoldError(damage);
    const pictures = [...entries.keys()].filter((path) => PICTURE.test(path));
    if (pictures.length === 0) {
      const all = countOf(cubemaps.count, "cubemap");
      const message = `The map has ${all}, but no cubemap pictures: until a game builds them, reflections show the sky.`;
      return [{ severity: "warning", message }];
    }
    // vbsp stores the sky as every cubemap's picture, in LDR and HDR, until they are built.
    const found: string[] = [];
    for (const path of [...entries.keys()].filter((path) => DEFAULT.test(path))) {
      const isHdr = HDR.test(path);
      // Skips cubemaps of a light (LDR or HDR) that the map does not have.
      if ((isHdr ? hdr : ldr) === null) continue;
      const sky = await read(path);
      const own = pictures.filter((picture) => HDR.test(picture) === isHdr);
      const stored = await Promise.all(own.map((picture) => read(picture)));
      const left = stored.filter((bytes) => sky && bytes && isSame(bytes, sky)).length;
      if (left > 0)
        found.push(`${left} of ${countOf(own.length, `${isHdr ? "HDR" : "LDR"} cubemap`)}`);
    }
    if (found.length === 0) return [];
    const message = `Only the compiler's picture of the sky is in ${found.sort().reverse().join(" and ")}.`;
    return [{ severity: "warning", message }];
  },
};

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

const CUBEMAP = /^materials\/maps\/(.+)\/(c-?\d+_-?\d+_-?\d+|cubemapdefault)(\.hdr)?\.vtf$/;

/**
 * The pakfile has cubemaps in the folder of another map name. (warning)
 * Mend: Rename the map before `buildcubemaps`, or build them again.
 */
export const cubemapsOfOtherMap: Rule = {
  name: "cubemaps-of-other-map",
  why: "Games look for cubemaps by the map's name: after a rename, models do not find them.",
  async check(facts) {
    const { entries } = await facts.packed;
    const names = new Set<string>();
    for (const path of entries.keys()) {
      const found = CUBEMAP.exec(path);
      if (found !== null) names.add(found[1]);
    }
    const own = facts.name.toLowerCase();
    // A map without cubemaps may have only the unused default picture with the old name.
    if (facts.bsp.cubemaps.count === 0 || names.size === 0 || names.has(own)) return [];
    const message = `The map is called ${own}, and its cubemaps are those of ${firstOf([...names])}.`;
    return [{ severity: "warning", message }];
  },
};

const MARGIN = 1;

/**
 * An `env_cubemap` is in solid, with an inch around it. (warning)
 * Mend: Move it into the room, at a player's eye height.
 */
export const cubemapsInSolid: Rule = {
  name: "cubemaps-in-solid",
  why: "A cubemap inside a wall is black, and so are its reflections.",
  check(facts) {
    facts.needs("LUMP_CUBEMAPS");
    const { cubemaps } = facts.bsp;
    const faults: Fault[] = [];
    for (let row = 0; row < cubemaps.count; row++) {
      const origin = [...cubemaps.origin.subarray(row * 3, row * 3 + 3)] as unknown as Vec3;
      if (!facts.space.isDeep(...origin, MARGIN)) continue;
      const message = `A cubemap at ${placeWords(origin)} stands inside solid.`;
      faults.push({ severity: "warning", message, origin });
    }
    return faults;
  },
};

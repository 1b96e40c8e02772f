import { countOf } from "../../facts/words.ts";
import { UntoldError } from "../../findings.ts";
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

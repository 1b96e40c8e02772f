/** Names of materials before vbsp patched them. */

/**
 * What vbsp adds to the names of the materials that it writes into a map: where the cubemap stands,
 * how deep the water is, and that a blend of two textures is drawn on a flat face.
 */
const PATCH_SUFFIX = /(_-?\d+_-?\d+_-?\d+|_depth_-?\d+|_wvt_patch)$/;
/** One of each kind. */
const MAX_PATCHES = 3;

/**
 * A material's name, and after it those that it was patched from, the original last: without its
 * patch, the material itself is as good. Patches lie in `maps/<map>/`, and may be of patches.
 */
export function listUnpatchedNames(name: string): string[] {
  const names = [name];
  const folder = /^maps\/[^/]+\//.exec(name)?.[0];
  if (folder === undefined) return names;
  let at = name;
  for (let patch = 0; patch < MAX_PATCHES; patch++) {
    const suffix = PATCH_SUFFIX.exec(at);
    if (suffix === null) return names;
    const stem = at.slice(0, -suffix[0].length);
    at = stem.startsWith(folder) ? stem.slice(folder.length) : stem;
    if (at === "") return names;
    // Itself a patch, perhaps: then it lies in the same folder.
    if (!at.startsWith(folder) && PATCH_SUFFIX.test(at)) names.push(folder + at);
    names.push(at);
  }
  return names;
}

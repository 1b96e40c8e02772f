/** Finds the names of materials before vbsp patched them. */

/**
 * Suffixes that vbsp adds to patched materials: the cubemap's position, the water's depth, or
 * `_wvt_patch` for a blended material on a flat face.
 */
const PATCH_SUFFIX = /(_-?\d+_-?\d+_-?\d+|_depth_-?\d+|_wvt_patch)$/;
/** One patch of each kind. */
const MAX_PATCHES = 3;

/**
 * Returns a material's name, and after it the names that it was patched from, the original last. If
 * a patch is missing, the original is a good substitute. Patches lie in `maps/<map>/`, and may
 * patch other patches.
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
    // This name may be a patch as well, and then it is in the same folder.
    if (!at.startsWith(folder) && PATCH_SUFFIX.test(at)) names.push(folder + at);
    names.push(at);
  }
  return names;
}

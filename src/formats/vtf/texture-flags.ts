/** Texture flags of a VTF. Source: `CompiledVtfFlags` in Valve's public `vtf/vtf.h`. */

export const TEXTUREFLAGS_POINTSAMPLE = 0x00000001;
export const TEXTUREFLAGS_CLAMPS = 0x00000004;
export const TEXTUREFLAGS_CLAMPT = 0x00000008;
export const TEXTUREFLAGS_SRGB = 0x00000040;
export const TEXTUREFLAGS_NORMAL = 0x00000080;
export const TEXTUREFLAGS_ONEBITALPHA = 0x00001000;
export const TEXTUREFLAGS_EIGHTBITALPHA = 0x00002000;
export const TEXTUREFLAGS_ENVMAP = 0x00004000;
export const TEXTUREFLAGS_SSBUMP = 0x08000000;

/** Names by bit; `null` for bits that the header calls unused. */
const NAMES: readonly (string | null)[] = [
  ...["POINTSAMPLE", "TRILINEAR", "CLAMPS", "CLAMPT", "ANISOTROPIC", "HINT_DXT5", "SRGB", "NORMAL"],
  ...["NOMIP", "NOLOD", "ALL_MIPS", "PROCEDURAL", "ONEBITALPHA", "EIGHTBITALPHA", "ENVMAP"],
  ...["RENDERTARGET", "DEPTHRENDERTARGET", "NODEBUGOVERRIDE", "SINGLECOPY", "STAGING_MEMORY"],
  ...["IMMEDIATE_CLEANUP", "IGNORE_PICMIP", null, "NODEPTHBUFFER", null, "CLAMPU"],
  ...["VERTEXTEXTURE", "SSBUMP", null, "BORDER", "STREAMABLE_COARSE", "STREAMABLE_FINE"],
];

/**
 * Returns the names of the set bits, lowest first. A bit without a name is given as its hexadecimal
 * value.
 */
export function textureFlagNames(flags: number): string[] {
  const names: string[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (((flags >>> bit) & 1) === 0) continue;
    names.push(NAMES[bit] ?? `0x${((1 << bit) >>> 0).toString(16)}`);
  }
  return names;
}

/**
 * Returns the game of an unsupported MDL version, for the error message; `null` if unknown.
 * Sources: Crowbar and SourceIO, public readers of most of these versions.
 */
export function mdlVersionOwner(version: number): string | null {
  // Builds of 2003 count up from the last version of the GoldSrc engine.
  if (version >= 27 && version <= 38) return "a beta of Half-Life 2";
  if (version >= 54 && version <= 59) return "Apex Legends";
  return OWNERS[version] ?? null;
}

const OWNERS: Readonly<Record<number, string>> = {
  4: "an alpha of Half-Life",
  6: "an alpha of Half-Life",
  10: "Half-Life and its kin",
  14: "James Bond 007: Nightfire",
  52: "Titanfall",
  53: "Titanfall 2",
  2531: "Vampire: The Masquerade - Bloodlines",
};

/** Versions of Titanfall and Titanfall 2: `openMdl` reads the parts that version 49 also has. */
export type RespawnVersion = 52 | 53;

export function isRespawnVersion(version: number): version is RespawnVersion {
  return version === 52 || version === 53;
}

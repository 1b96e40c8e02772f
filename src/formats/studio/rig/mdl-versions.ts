/**
 * Whose models the versions are that are not read, for the error that refuses them. As Crowbar and
 * SourceIO, public readers of most of them, tell them apart.
 */
export function mdlVersionOwner(version: number): string | null {
  // Builds of 2003 count up from the last version of the first engine.
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

/** Titanfall's and Titanfall 2's: `openMdl` reads what they share with version 49. */
export type RespawnVersion = 52 | 53;

export function isRespawnVersion(version: number): version is RespawnVersion {
  return version === 52 || version === 53;
}

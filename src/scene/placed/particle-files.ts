/** Finds the files with a map's particle systems, by the manifests that games read. */

import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { parseKeyValues } from "../../formats/keyvalues/parse-keyvalues.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { parsePcf } from "../../formats/pcf/parse-pcf.ts";
import type { Pcf } from "../../formats/pcf/types.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";

const GAME_MANIFEST = "particles/particles_manifest.txt";
/** Longest manifest and file that are read; the largest real ones have 10 KB and 1.3 MB. */
const MANIFEST_LIMIT = { format: "KeyValues", byteLength: 2 ** 20 } as const;
const FILE_LIMIT = { format: "PCF", byteLength: 2 ** 25 } as const;
/** Files of a map's own manifest, as in the engine (`PARTICLES_MANIFEST_MAX_MAP_ENTRIES`). */
const MAX_MAP_FILES = 4096;

/**
 * Lists the files that may define systems, the map's own before the game's, the last of a manifest
 * first: later definitions replace earlier ones.
 */
async function listFiles(mapName: string, access: ContentAccess): Promise<string[]> {
  const own =
    (await readManifest("particles.txt", access)) ??
    (await readManifest(`maps/${mapName.toLowerCase()}_particles.txt`, access)) ??
    [];
  // Maps may name files of one folder only, as in the engine.
  const allowed = own.filter((file) => /^particles\/[^/]+$/.test(file)).slice(0, MAX_MAP_FILES);
  const game = (await readManifest(GAME_MANIFEST, access)) ?? [];
  return [...new Set([...allowed.reverse(), ...game.reverse()])];
}

/** Returns the files of a manifest; `null` if it does not exist. */
async function readManifest(path: string, access: ContentAccess): Promise<string[] | null> {
  const bytes = await readOrWarn(access, path, "unreadable-particles", MANIFEST_LIMIT);
  if (!bytes) return null;
  const nodes = parseOrWarn(access, path, "unreadable-particles", () =>
    parseKeyValues(decodeText(bytes)),
  );
  const [root] = nodes ?? [];
  if (root === undefined || typeof root.value === "string") return [];
  // A mark before a path tells the engine to load the file at once.
  return root.value.flatMap(({ key, value }) =>
    key.toLowerCase() === "file" && typeof value === "string"
      ? [normalizePath(value.replace(/^!/, ""))]
      : [],
  );
}

/**
 * Reads files until all systems are found, with their children. Files in which nothing is needed
 * are dropped.
 * @returns missing systems, and the files in the order in which they are searched
 */
export async function readParticleFiles(
  effects: readonly string[],
  mapName: string,
  access: ContentAccess,
): Promise<{ files: Pcf[]; missing: string[] }> {
  const files: Pcf[] = [];
  const missing = new Set(effects.map((name) => name.toLowerCase()));
  const found = new Set<string>();
  for (const path of await listFiles(mapName, access)) {
    if (missing.size === 0) break;
    const bytes = await readOrWarn(access, path, "unreadable-particles", FILE_LIMIT);
    if (!bytes) continue;
    const pcf = parseOrWarn(access, path, "unreadable-particles", () => parsePcf(bytes));
    if (pcf === undefined || !takeNeeded(pcf, missing, found)) continue;
    files.push(pcf);
  }
  return { files, missing: [...missing] };
}

/** Moves names from missing to found. Returns whether the file has any of them. */
function takeNeeded(pcf: Pcf, missing: Set<string>, found: Set<string>): boolean {
  let isNeeded = false;
  const pending = pcf.systems.filter(({ name }) => missing.has(name.toLowerCase()));
  const seen = new Set(pending);
  for (let system = pending.pop(); system !== undefined; system = pending.pop()) {
    isNeeded = true;
    missing.delete(system.name.toLowerCase());
    found.add(system.name.toLowerCase());
    for (const child of system.children) {
      const own = pcf.systems[child.system];
      if (own === undefined) {
        const name = child.name.toLowerCase();
        if (!found.has(name)) missing.add(name);
      } else if (!seen.has(own)) {
        seen.add(own);
        pending.push(own);
      }
    }
  }
  return isNeeded;
}

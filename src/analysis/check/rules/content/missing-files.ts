/** Rules about missing and unreadable files, one for each kind of file. */

import type { Warning, WarningCode } from "../../../../core/diagnostics.ts";
import { contentName } from "../../../../scene/materials/content-name.ts";
import { listUnpatchedNames } from "../../../../scene/materials/unpatched-names.ts";
import { placeOfFace } from "../../facts/face-facts.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import { countOf } from "../../facts/words.ts";
import { type Fault, UntoldError, type Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * Whether a warning is about a sky. Its sides are reported together, by their common name prefix.
 */
const isSky = (subject: string): boolean =>
  subject.startsWith("materials/skybox/") && !/\.(vmt|vtf)$/.test(subject);

/**
 * Lists missing files as faults. Throws UntoldError without content, because then the game's files
 * are always missing.
 */
async function listMissing(
  facts: MapFacts,
  codes: readonly WarningCode[],
  isWanted: (subject: string) => boolean,
): Promise<Fault[]> {
  if (!facts.hasContent) {
    throw new UntoldError("no content was named (--content): the game's files are unknown");
  }
  const { own } = await splitMissing(facts);
  const wanted = own.filter(({ code, subject }) => codes.includes(code) && isWanted(subject));
  const faces = facesOfMaterials(facts);
  const props = propsOfModels(facts);
  return wanted.map((warning) => {
    const face = faces.get(warning.subject);
    const place = face === undefined ? props.get(warning.subject) : placeOfFace(facts.bsp, face);
    return { severity: "error", message: sayMissing(warning), ...place };
  });
}

const MISSING: readonly WarningCode[] = ["missing-material", "missing-texture", "missing-model"];

/**
 * Files that the engine itself needs. The content of each base game has them, a mod's folder alone
 * does not.
 */
const BASE_GAME_FILES = [
  "materials/tools/toolsnodraw.vmt",
  "materials/debug/debugempty.vmt",
  "materials/engine/writez.vmt",
];

interface MissingContent {
  /** Files missing from the map's own folders, or from a content that includes a base game. */
  readonly own: readonly Warning[];
  /**
   * Files that a base game would have: no other file of their folders is packed or in the content.
   */
  readonly baseGame: readonly Warning[];
}

const splits = new WeakMap<MapFacts, Promise<MissingContent>>();

/**
 * Splits missing files into the map's own and the base game's. Content without any base game file
 * looks incomplete.
 */
function splitMissing(facts: MapFacts): Promise<MissingContent> {
  let split = splits.get(facts);
  if (split === undefined) {
    split = findSplit(facts);
    splits.set(facts, split);
  }
  return split;
}

async function findSplit(facts: MapFacts): Promise<MissingContent> {
  const { warnings, files } = await facts.gathered;
  const missing = warnings.filter(({ code }) => MISSING.includes(code));
  if (missing.length === 0) return { own: [], baseGame: [] };
  for (const path of BASE_GAME_FILES) {
    if (await facts.isInContent(path)) return { own: missing, baseGame: [] };
  }
  const present = [...files.keys(), ...(await facts.packed).entries.keys()];
  const folders = new Set(present.map(folderOf));
  const isOwn = ({ subject }: Warning): boolean =>
    isSky(subject)
      ? present.some((path) => path.startsWith(subject))
      : folders.has(folderOf(subject));
  const own = missing.filter(isOwn);
  return { own, baseGame: missing.filter((warning) => !isOwn(warning)) };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** Returns the message without its sentence about the placeholder that the page shows. */
function sayMissing({ subject, message }: Warning): string {
  if (isSky(subject)) return message;
  const what = message.split(": ")[0].replace(/\.$/, "");
  return `${what}: it is neither packed nor in the content that was named.`;
}

/** Finds the largest face of each material, by the possible paths of the material. */
function facesOfMaterials({ bsp }: MapFacts): Map<string, number> {
  const { faces, texInfos, texDatas } = bsp;
  const largest = new Map<number, number>();
  for (let face = 0; face < faces.count; face++) {
    const texData = texInfos.texdata[faces.texinfo[face]] ?? -1;
    const known = largest.get(texData) ?? face;
    largest.set(texData, faces.area[face] > faces.area[known] ? face : known);
  }
  const byPath = new Map<string, number>();
  for (const [texData, face] of largest) {
    if (texData < 0) continue;
    for (const name of listUnpatchedNames(contentName(texDatas.name[texData], ".vmt"))) {
      byPath.set(`materials/${name}.vmt`, face);
    }
  }
  return byPath;
}

/** Finds one prop of each model. */
function propsOfModels({ bsp }: MapFacts): Map<string, Pick<Fault, "origin" | "prop">> {
  const props = bsp.staticProps;
  const byPath = new Map<string, Pick<Fault, "origin" | "prop">>();
  for (let prop = (props?.count ?? 0) - 1; prop >= 0; prop--) {
    const origin = [...props!.origin.subarray(prop * 3, prop * 3 + 3)] as unknown as Vec3;
    byPath.set((props!.modelName[props!.model[prop]] ?? "").toLowerCase(), { origin, prop });
  }
  return byPath;
}

/**
 * The content lacks files that every base game has (`materials/tools/toolsnodraw.vmt`,
 * `materials/debug/debugempty.vmt`, `materials/engine/writez.vmt`), and files are missing from
 * folders of which nothing is packed or in the content. They are counted here, and the rules below
 * skip them. (note)
 * Mend: Add the base game's folder or archive with another `--content`, after the mod's.
 */
export const incompleteContent: Rule = {
  name: "incomplete-content",
  why: "Without the base game, its files cannot be told from missing ones.",
  async check(facts) {
    if (!facts.hasContent) return [];
    const { baseGame } = await splitMissing(facts);
    if (baseGame.length === 0) return [];
    const count = countOf(baseGame.length, "file that is", "files that are");
    const message = `The content looks incomplete: ${count} missing would be in a base game, and no base game (${BASE_GAME_FILES[0]}) was named. Add its folder with another --content.`;
    return [{ severity: "note", message }];
  },
};

/**
 * A material of a face, prop, sprite or overlay is neither packed nor in `--content`. (error)
 * Mend: Pack it (`visleaf pak MAP add`), or name the game as content if it is the game's.
 */
export const missingMaterials: Rule = {
  name: "missing-materials",
  why: "A surface without its material shows the missing-material pattern.",
  check: (facts) => listMissing(facts, ["missing-material"], (subject) => !isSky(subject)),
};

/**
 * A texture of a material is neither packed nor in `--content`. (error)
 * Mend: Pack it, or name the game as content.
 */
export const missingTextures: Rule = {
  name: "missing-textures",
  why: "A material without its texture shows the missing-texture pattern.",
  check: (facts) => listMissing(facts, ["missing-texture"], (subject) => !isSky(subject)),
};

/**
 * A model, or a file that belongs to it, is neither packed nor in `--content`. (error)
 * Mend: Pack it with its `.vvd`, `.vtx` and `.phy`, or name the game as content.
 */
export const missingModels: Rule = {
  name: "missing-models",
  why: "A missing model is shown as a red error model, or not at all.",
  check: (facts) => listMissing(facts, ["missing-model"], () => true),
};

/**
 * A side of the map's `skyname` is missing. (error)
 * Mend: Choose another `skyname`, or pack its six materials.
 */
export const missingSky: Rule = {
  name: "missing-sky",
  why: "A missing side of the sky is black or shows earlier frames.",
  check: (facts) => listMissing(facts, ["missing-material", "missing-texture"], isSky),
};

const CODES = ["unreadable-material", "unreadable-texture", "unreadable-model"];

/**
 * A material, texture or model is present but cannot be read. (error)
 * Mend: `visleaf inspect FILE` shows the fault; make the file again.
 */
export const unreadableContent: Rule = {
  name: "unreadable-content",
  why: "A broken file has the effect of a missing one.",
  async check(facts) {
    const { warnings } = await facts.gathered;
    return warnings
      .filter(({ code }) => CODES.includes(code))
      .map(({ message }) => ({ severity: "error", message }));
  },
};

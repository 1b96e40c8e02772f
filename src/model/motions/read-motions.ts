import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { AnimationFile } from "../../formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../formats/studio/read/parse-mdl-rig.ts";
import type { MdlRig } from "../../formats/studio/rig/rig-types.ts";
import type { MdlParts } from "../../formats/studio/summarize-studio.ts";
import type { Mdl } from "../../formats/studio/types.ts";
import type { ModelFiles } from "../files/model-files.ts";
import type { Motions } from "../studio-model.ts";
import { mergeMotions } from "./merge-motions.ts";
import type { MotionGroup } from "./motion-group.ts";

export interface ReadMotionsOptions {
  readonly diagnostics: Diagnostics;
  readonly limits?: Limits;
}

/** Models that one may include, and they: the engine takes 64 of each. */
const MAX_GROUPS = 64;

/**
 * What `openMotions` opens, with all that lies in `.ani` files.
 * @throws FormatError of the format MDL
 */
export async function readMotions(...given: Parameters<typeof openMotions>): Promise<Motions> {
  const motions = await openMotions(...given);
  await motions.readBlocks();
  return motions;
}

/**
 * A model's sequences and animations, and those of the models that it includes, and they: each file once. One that
 * is missing or broken is told of and left out. What lies in `.ani` files is read by `Motions.readBlocks`.
 * @param path content path of its `.mdl`, `bytes` what is in it
 * @throws FormatError of the format MDL
 */
export async function openMotions(
  path: string,
  bytes: Uint8Array,
  { mdl, rig }: Pick<MdlParts, "mdl" | "rig">,
  files: ModelFiles,
  { diagnostics, limits }: ReadMotionsOptions,
): Promise<Motions> {
  const ledger = new Ledger(limits);
  const groups: MotionGroup[] = [];
  const known = new Map<string, "open" | "done">();

  const add = async (path: string, { bytes, mdl, rig }: FoundModel): Promise<void> => {
    groups.push({ path, rig, file: new AnimationFile(bytes, mdl, { ledger }) });
    await include(path, rig);
  };

  const include = async (path: string, { included }: MdlRig): Promise<void> => {
    const own = normalizePath(path);
    known.set(own, "open");
    const paths = included.file.map(normalizePath).filter((name) => name !== "");
    // All are asked for at once, and taken in their order.
    const asked = new Map<string, Promise<FoundModel | null>>();
    for (const name of paths) {
      if (known.has(name) || asked.has(name) || known.size + asked.size >= MAX_GROUPS) continue;
      const answer = findModel(name, files);
      // Whoever takes it hears of its failure; until then nobody does.
      answer.catch(() => undefined);
      asked.set(name, answer);
    }
    for (const name of paths) {
      if (known.get(name) === "open") {
        diagnostics.warn("unreadable-model", name, `${name} includes itself, by way of ${own}.`);
      }
      const answer = asked.get(name);
      if (answer === undefined || known.has(name)) continue;
      const before = groups.length;
      try {
        const found = await answer;
        if (found !== null) {
          await add(name, found);
          continue;
        }
        const message = `No ${name}: what ${own} takes from it is not there.`;
        diagnostics.warn("missing-model", name, message);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        groups.length = before;
        diagnostics.warn("unreadable-model", name, `${name} is left out: ${error.message}`);
      }
      known.set(name, "done");
    }
    known.set(own, "done");
  };

  await add(path, { bytes, mdl, rig });
  return mergeMotions(groups, files, diagnostics);
}

/** A model that another includes, as far as that takes anything of it. */
interface FoundModel {
  readonly bytes: Uint8Array;
  readonly mdl: Mdl;
  readonly rig: MdlRig;
}

/** @throws FormatError of the format MDL */
async function findModel(path: string, files: ModelFiles): Promise<FoundModel | null> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  return { bytes, mdl: parseMdl(bytes), rig: parseMdlRig(bytes) };
}

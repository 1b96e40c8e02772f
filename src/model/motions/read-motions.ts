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
import { type ModelFiles, modelStem, readFirst } from "../files/model-files.ts";
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
 * A model's sequences and animations, and those of the models that it includes, and they: each file once. One that
 * is missing or broken is told of and left out, as a broken `.ani` is.
 * @param path content path of its `.mdl`, `bytes` what is in it
 * @throws FormatError of the format MDL
 */
export async function readMotions(
  path: string,
  bytes: Uint8Array,
  { mdl, rig }: Pick<MdlParts, "mdl" | "rig">,
  files: ModelFiles,
  { diagnostics, limits }: ReadMotionsOptions,
): Promise<Motions> {
  const ledger = new Ledger(limits);
  const groups: MotionGroup[] = [];
  const known = new Map<string, "open" | "done">();

  const add = async (path: string, bytes: Uint8Array, mdl: Mdl, rig: MdlRig): Promise<void> => {
    const ani = await readAni(path, rig, files, diagnostics);
    groups.push({ path, rig, file: openFile(path, bytes, mdl, ani) });
    await include(path, rig);
  };

  /** A broken `.ani` is as one that is not there. */
  const openFile = (path: string, bytes: Uint8Array, mdl: Mdl, ani: Uint8Array | null) => {
    try {
      return new AnimationFile(bytes, mdl, { ledger, ...(ani && { ani }) });
    } catch (error) {
      if (!(error instanceof FormatError) || error.format !== "ANI") throw error;
      diagnostics.warn("unreadable-model", path, `Its .ani is left out: ${error.message}`);
      return new AnimationFile(bytes, mdl, { ledger });
    }
  };

  const include = async (path: string, { included }: MdlRig): Promise<void> => {
    const own = normalizePath(path);
    known.set(own, "open");
    const paths = included.file.map(normalizePath).filter((name) => name !== "");
    // All are asked for at once, and taken in their order.
    const asked = new Map<string, Promise<Uint8Array | null>>();
    for (const name of paths) {
      if (known.has(name) || asked.has(name) || known.size + asked.size >= MAX_GROUPS) continue;
      const answer = files.read(name);
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
      const found = await answer;
      if (found === null) {
        known.set(name, "done");
        const message = `No ${name}: what ${own} takes from it is not there.`;
        diagnostics.warn("missing-model", name, message);
        continue;
      }
      const before = groups.length;
      try {
        await add(name, found, parseMdl(found), parseMdlRig(found));
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        groups.length = before;
        known.set(name, "done");
        diagnostics.warn("unreadable-model", name, `${name} is left out: ${error.message}`);
      }
    }
    known.set(own, "done");
  };

  await add(path, bytes, mdl, rig);
  return mergeMotions(groups, diagnostics);
}

/** It commonly lies beside the model, also of files that are not at the place they were compiled for. */
async function readAni(
  path: string,
  { animationBlocks: { file } }: MdlRig,
  files: ModelFiles,
  diagnostics: Diagnostics,
): Promise<Uint8Array | null> {
  if (file === "") return null;
  const found = await readFirst(files, [normalizePath(file), `${modelStem(path)}.ani`]);
  if (found === null) {
    const message = `No ${normalizePath(file)}: what is animated there shows a few poses of it, or stands still.`;
    diagnostics.warn("missing-model", file, message);
  }
  return found?.bytes ?? null;
}

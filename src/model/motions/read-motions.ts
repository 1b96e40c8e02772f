import { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import { AnimationFile } from "../../formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../formats/studio/read/parse-mdl-rig.ts";
import type { MdlRig } from "../../formats/studio/rig/rig-types.ts";
import type { MdlParts } from "../../formats/studio/summarize-studio.ts";
import type { Mdl } from "../../formats/studio/types.ts";
import type { ModelFiles } from "../files/model-files.ts";
import type { Motions } from "../studio-model.ts";
import type { MotionGroup } from "./decoded-motions.ts";
import { mergeMotions } from "./merge-motions.ts";

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
  options: ReadMotionsOptions,
): Promise<Motions> {
  const reading = readGroups({ path, bytes, mdl, rig }, files, options, true);
  return (await beginMotions(reading, files, options)).motions;
}

export interface BegunMotions {
  readonly motions: Motions;
  /** All that there are, in whose tables those of `motions` come first; the same where nothing was left. */
  readRest(): Promise<Motions>;
}

/**
 * The same as far as it is enough for somebody, which the rest does not hold up.
 * @param isEnough asked of a file's sequences, and then of all that are there with it; what is wrong is told of with the rest
 * @throws FormatError of the format MDL
 */
export async function openFirstMotions(
  path: string,
  bytes: Uint8Array,
  { mdl, rig }: Pick<MdlParts, "mdl" | "rig">,
  files: ModelFiles,
  options: ReadMotionsOptions,
  isEnough: (sequences: readonly MdlSequence[]) => boolean,
): Promise<BegunMotions> {
  const reading = readGroups({ path, bytes, mdl, rig }, files, options, false);
  return beginMotions(reading, files, options, isEnough);
}

async function beginMotions(
  reading: AsyncGenerator<readonly MotionGroup[], void>,
  files: ModelFiles,
  { diagnostics }: ReadMotionsOptions,
  isEnough: (sequences: readonly MdlSequence[]) => boolean = () => false,
): Promise<BegunMotions> {
  let groups: readonly MotionGroup[] = [];
  for (;;) {
    const { done, value } = await reading.next();
    if (done) break;
    groups = value;
    if (!isEnough(value[value.length - 1].file.sequences)) continue;
    const motions = mergeMotions(groups, files, new Diagnostics());
    // One of a name that is there already is another's.
    if (!isEnough(motions.sequences)) continue;
    return {
      motions,
      async readRest() {
        for await (const all of reading) groups = all;
        return mergeMotions(groups, files, diagnostics);
      },
    };
  }
  const motions = mergeMotions(groups, files, diagnostics);
  return { motions, readRest: async () => motions };
}

/** A file of sequences, and what it includes. */
interface NamedModel extends FoundModel {
  /** Content path. */
  readonly path: string;
}

/**
 * Gives the list anew with each file that is added to it, the model itself first.
 * @param asksAhead whether what a model includes is asked for at once, or its first before the others
 */
async function* readGroups(
  main: NamedModel,
  files: ModelFiles,
  { diagnostics, limits }: ReadMotionsOptions,
  asksAhead: boolean,
): AsyncGenerator<readonly MotionGroup[], void> {
  const ledger = new Ledger(limits);
  const groups: MotionGroup[] = [];
  const known = new Map<string, "open" | "done">();
  /** Models that were requested and not taken yet, by whichever file includes them. */
  const asked = new Map<string, Promise<FoundModel | null>>();

  async function* add({ path, bytes, mdl, rig }: NamedModel) {
    groups.push({ path, rig, file: new AnimationFile(bytes, mdl, { ledger }) });
    yield [...groups];
    yield* include(path, rig);
  }

  async function* include(
    path: string,
    { included }: MdlRig,
  ): AsyncGenerator<readonly MotionGroup[], void> {
    const own = normalizePath(path);
    known.set(own, "open");
    const paths = [...new Set(included.file.map(normalizePath))].filter((name) => name !== "");
    let next = 0;
    /** Requests models up to a row of the paths. Each path is looked at once, as the limit is never undone. */
    const ask = (end: number): void => {
      for (; next < end && known.size + asked.size < MAX_GROUPS; next++) {
        const name = paths[next];
        if (known.has(name) || asked.has(name)) continue;
        const answer = findModel(name, files);
        // Whoever takes it hears of its failure; until then nobody does.
        answer.catch(() => undefined);
        asked.set(name, answer);
      }
    };
    ask(asksAhead ? paths.length : Math.min(1, paths.length));
    let leftOut = 0;
    // They are taken in their order.
    for (const name of paths) {
      if (known.get(name) === "open") {
        diagnostics.warn("unreadable-model", name, `${name} includes itself, by way of ${own}.`);
      }
      const answer = asked.get(name);
      asked.delete(name);
      if (answer !== undefined && !known.has(name)) {
        yield* take(name, answer, own);
        known.set(name, "done");
      } else if (!known.has(name)) {
        leftOut++;
      }
      ask(paths.length);
    }
    if (leftOut > 0) {
      const message = `Of the models that ${own} includes, ${leftOut} left out: at most ${MAX_GROUPS} are read.`;
      diagnostics.warn("over-budget", own, message);
    }
    known.set(own, "done");
  }

  /** One that is missing or broken is told of, and left out. */
  async function* take(name: string, answer: Promise<FoundModel | null>, own: string) {
    try {
      const found = await answer;
      if (found !== null) {
        yield* add({ path: name, ...found });
        return;
      }
      const message = `No ${name}: what ${own} takes from it is not there.`;
      diagnostics.warn("missing-model", name, message);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      diagnostics.warn("unreadable-model", name, `${name} is left out: ${error.message}`);
    }
  }

  yield* add(main);
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

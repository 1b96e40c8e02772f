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
import type { Mdl } from "../../formats/studio/types.ts";
import type { ModelFiles } from "../files/model-files.ts";
import type { Motions } from "../files/studio-model.ts";
import type { MotionGroup } from "./decoded-motions.ts";
import { mergeMotions } from "./merge-motions.ts";

export interface ReadMotionsOptions {
  readonly diagnostics: Diagnostics;
  readonly limits?: Limits;
}

/**
 * Maximum number of models read, with direct and indirect includes. The engine takes 64 of each.
 */
const MAX_GROUPS = 64;

/**
 * Opens a model's motions with all poses in `.ani` files.
 * @throws FormatError of the format MDL
 */
export async function readMotions(...given: Parameters<typeof openMotions>): Promise<Motions> {
  const motions = await openMotions(...given);
  await motions.readBlocks();
  return motions;
}

/**
 * Opens the sequences and animations of a model and of its direct and indirect includes, each file
 * once. Missing or broken includes are reported and left out. `Motions.readBlocks` reads the `.ani`
 * files.
 * @throws FormatError of the format MDL
 */
export async function openMotions(
  file: NamedModel,
  files: ModelFiles,
  options: ReadMotionsOptions,
): Promise<Motions> {
  const reading = readGroups(file, files, options, true);
  return (await beginMotions(reading, files, options)).motions;
}

export interface BegunMotions {
  readonly motions: Motions;
  /**
   * Returns all motions. The rows of `motions` come first in its tables. The same object if nothing
   * was left to read.
   */
  readRest(): Promise<Motions>;
}

/**
 * Opens as many motions as `isEnough` requires, without waiting for the other files.
 * @param isEnough called with a file's sequences, and then with all merged so far; warnings are
 * reported by `readRest`
 * @throws FormatError of the format MDL
 */
export async function openFirstMotions(
  file: NamedModel,
  files: ModelFiles,
  options: ReadMotionsOptions,
  isEnough: (sequences: readonly MdlSequence[]) => boolean,
): Promise<BegunMotions> {
  const reading = readGroups(file, files, options, false);
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
    // The file's sequences may be hidden by earlier ones of the same name.
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

/** File with sequences, and its includes. */
interface NamedModel extends FoundModel {
  /** Content path. */
  readonly path: string;
}

/**
 * Yields the list of files again after each file that is added, the model itself first.
 * @param asksAhead whether all includes are requested at once, or the first one before the others
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
  /** Models requested but not yet taken, whichever file includes them. */
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
    /**
     * Requests the models of rows below `end`. Each path is checked only once, since the limit
     * never grows.
     */
    const ask = (end: number): void => {
      for (; next < end && known.size + asked.size < MAX_GROUPS; next++) {
        const name = paths[next];
        if (known.has(name) || asked.has(name)) continue;
        const answer = findModel(name, files);
        // The caller that takes the model gets its error; until then it must not count as
        // unhandled.
        answer.catch(() => undefined);
        asked.set(name, answer);
      }
    };
    ask(asksAhead ? paths.length : Math.min(1, paths.length));
    let leftOut = 0;
    // Takes the models in their order.
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
      const message = `${leftOut} of the models that ${own} includes are left out: at most ${MAX_GROUPS} are read.`;
      diagnostics.warn("over-budget", own, message);
    }
    known.set(own, "done");
  }

  /** Adds a model. If it is missing or broken, it is reported and left out. */
  async function* take(name: string, answer: Promise<FoundModel | null>, own: string) {
    try {
      const found = await answer;
      if (found !== null) {
        yield* add({ path: name, ...found });
        return;
      }
      const message = `No ${name}: ${own} lacks what it includes from it.`;
      diagnostics.warn("missing-model", name, message);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      diagnostics.warn("unreadable-model", name, `${name} is left out: ${error.message}`);
    }
  }

  yield* add(main);
}

/** Parts of an included model that the including model uses. */
interface FoundModel {
  readonly bytes: Uint8Array;
  readonly mdl: Mdl;
  readonly rig: MdlRig;
}

/** Reads an included model; null if it does not exist. @throws FormatError of the format MDL */
async function findModel(path: string, files: ModelFiles): Promise<FoundModel | null> {
  const bytes = await files.read(path);
  if (bytes === null) return null;
  return { bytes, mdl: parseMdl(bytes), rig: parseMdlRig(bytes) };
}

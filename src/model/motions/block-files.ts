import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { type ModelFiles, modelStem, readFirst } from "../files/model-files.ts";
import type { MotionGroup } from "./motion-group.ts";

/**
 * The `.ani` files of a model and of those that it includes: most of the bytes that a person's animations take, and
 * of which what is seen first needs few. Each is read when something that lies in it is to be played, and once.
 */
export class BlockFiles {
  readonly #files: ModelFiles;
  readonly #diagnostics: Diagnostics;
  readonly #asked = new Set<MotionGroup>();
  /** Settles when what was asked for last is there. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: ModelFiles, diagnostics: Diagnostics) {
    this.#files = files;
    this.#diagnostics = diagnostics;
  }

  /**
   * Reads those of groups that were not read yet, all at once. One that is missing or broken is told of.
   * @param onRead is told of the groups whose animations have their poses since, before whoever asked later hears
   */
  read(
    groups: readonly MotionGroup[],
    onRead: (groups: readonly MotionGroup[]) => void,
  ): Promise<void> {
    const wanted = groups.filter(({ rig }) => rig.animationBlocks.file !== "");
    const before = this.#last;
    const reading = this.#read(wanted, before, onRead);
    // Who asked hears of a failure.
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  async #read(
    wanted: readonly MotionGroup[],
    before: Promise<unknown>,
    onRead: (groups: readonly MotionGroup[]) => void,
  ): Promise<void> {
    const fresh = wanted.filter((group) => !this.#asked.has(group));
    for (const group of fresh) this.#asked.add(group);
    const finding = fresh.map((group) => this.#find(group));
    const [found] = await Promise.all([Promise.all(finding), before]);
    onRead(fresh.filter((group, i) => this.#attach(group, found[i])));
  }

  /** It commonly lies beside the model, also of files that are not at the place they were compiled for. */
  async #find({ path, rig }: MotionGroup): Promise<Uint8Array | null> {
    const paths = [normalizePath(rig.animationBlocks.file), `${modelStem(path)}.ani`];
    return (await readFirst(this.#files, paths))?.bytes ?? null;
  }

  /** A broken one is as one that is not there. */
  #attach({ path, rig, file }: MotionGroup, bytes: Uint8Array | null): boolean {
    if (bytes === null) {
      const name = normalizePath(rig.animationBlocks.file);
      const message = `No ${name}: what is animated there shows a few poses of it, or stands still.`;
      this.#diagnostics.warn("missing-model", name, message);
      return false;
    }
    try {
      file.attach(bytes);
      return true;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#diagnostics.warn("unreadable-model", path, `Its .ani is left out: ${error.message}`);
      return false;
    }
  }
}

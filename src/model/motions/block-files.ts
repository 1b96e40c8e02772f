import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import type { AniPart } from "../../formats/studio/read/animation/animation-blocks.ts";
import { type ModelFiles, modelStem, readFirst } from "../files/model-files.ts";
import type { MotionGroup } from "./motion-group.ts";

/** What is to be played of a file: rows of its animations. */
export interface WantedBlocks {
  readonly group: MotionGroup;
  /** null: all of them. */
  readonly animations: readonly number[] | null;
}

/** What was found of an `.ani` file: the first part is its begin. */
interface FoundParts {
  readonly parts: readonly AniPart[];
  readonly fileBytes: number;
}

/** Of a file of which so much is wanted all is read: what is read twice is read for nothing. */
const MOST_IN_PARTS = 0.5;

/**
 * The `.ani` files of a model and of those that it includes: most of the bytes that a person's animations take, and
 * of which what is seen first needs few. Each is read when something that lies in it is to be played: first what that
 * needs of it, where parts can be read, then all of it, and that once.
 */
export class BlockFiles {
  readonly #files: ModelFiles;
  readonly #diagnostics: Diagnostics;
  /** Of which all was asked for, and of which a part was. */
  readonly #asked = new Set<MotionGroup>();
  readonly #begun = new Set<MotionGroup>();
  /** Settles when what was asked for last is there. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: ModelFiles, diagnostics: Diagnostics) {
    this.#files = files;
    this.#diagnostics = diagnostics;
  }

  /**
   * Reads what is wanted and was not read yet, all at once. One that is missing or broken is told of.
   * @param onRead is told of the groups whose animations have their poses since, before whoever asked later hears
   */
  read(
    wanted: readonly WantedBlocks[],
    onRead: (groups: readonly MotionGroup[]) => void,
  ): Promise<void> {
    const before = this.#last;
    const reading = this.#read(wanted, before, onRead);
    // Who asked hears of a failure.
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  async #read(
    wanted: readonly WantedBlocks[],
    before: Promise<unknown>,
    onRead: (groups: readonly MotionGroup[]) => void,
  ): Promise<void> {
    const fresh = wanted.filter(
      ({ group }) => group.rig.animationBlocks.file !== "" && !this.#asked.has(group),
    );
    const finding = fresh.map((each) => this.#find(each));
    const [found] = await Promise.all([Promise.all(finding), before]);
    const read = fresh.filter(({ group }, i) => this.#attach(group, found[i]));
    onRead(read.map(({ group }) => group));
  }

  /** It commonly lies beside the model, also of files that are not at the place they were compiled for. */
  async #find({ group, animations }: WantedBlocks): Promise<FoundParts | null> {
    const paths = [normalizePath(group.rig.animationBlocks.file), `${modelStem(group.path)}.ani`];
    if (animations !== null && !this.#begun.has(group)) {
      this.#begun.add(group);
      const parts = await this.#findParts(group, animations, paths[0]);
      if (parts !== null) return parts;
    }
    this.#asked.add(group);
    const bytes = (await readFirst(this.#files, paths))?.bytes;
    return bytes ? { parts: [{ at: 0, bytes }], fileBytes: bytes.length } : null;
  }

  /** null: all of it is to be read. */
  async #findParts(
    { file }: MotionGroup,
    animations: readonly number[],
    path: string,
  ): Promise<FoundParts | null> {
    try {
      const ani = await this.#files.open?.(path);
      if (!ani) return null;
      const fileBytes = ani.byteLength;
      const places = file.listParts(animations, fileBytes);
      const bytes = places.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (bytes > fileBytes * MOST_IN_PARTS) return null;
      const parts = places.map(async ({ at, byteLength }): Promise<AniPart> => {
        return { at, bytes: await ani.read(at, byteLength) };
      });
      return { parts: await Promise.all(parts), fileBytes };
    } catch {
      // Who then reads all of it is told what is wrong.
      return null;
    }
  }

  /** A broken one is as one that is not there. */
  #attach(group: MotionGroup, found: FoundParts | null): boolean {
    const { path, rig, file } = group;
    if (found === null) {
      const name = normalizePath(rig.animationBlocks.file);
      const message = `No ${name}: what is animated there shows a few poses of it, or stands still.`;
      this.#diagnostics.warn("missing-model", name, message);
      return false;
    }
    try {
      file.attachParts(found.parts, found.fileBytes);
      return true;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      // Nor is there anything in the rest of it.
      this.#asked.add(group);
      this.#diagnostics.warn("unreadable-model", path, `Its .ani is left out: ${error.message}`);
      return false;
    }
  }
}

import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import type { Ledger } from "../../core/ledger.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import type {
  AutoLayer,
  BlendAxis,
  MdlSequence,
} from "../../formats/studio/animation/animation-types.ts";
import type { AniPart } from "../../formats/studio/read/animation/animation-blocks.ts";
import { type ModelFiles, modelStem, readFirst } from "../files/model-files.ts";
import type { MotionInfo, Motions } from "../files/studio-model.ts";
import { STUDIO_OVERRIDE } from "../pose/sequence-flags.ts";
import { cutLayers } from "./cut-layers.ts";
import { type BoneMap, DecodedMotions, type MotionGroup, mapBones } from "./decoded-motions.ts";
import {
  type MasterRows,
  mergeAttachments,
  mergeIkLocks,
  mergeKnees,
  mergeNames,
  mergePoseParameters,
} from "./merge-tables.ts";

/** Animations of a file that will be played. */
export interface WantedBlocks {
  readonly group: MotionGroup;
  /** Rows of the animations; null for all of them. */
  readonly animations: readonly number[] | null;
}

/** Parts read from an `.ani` file; the first one is its start. */
interface FoundParts {
  readonly parts: readonly AniPart[];
  readonly fileBytes: number;
}

/**
 * Fraction of a file above which it is read whole, because parts that overlap would be read twice.
 */
const MOST_IN_PARTS = 0.5;

/**
 * Reads the `.ani` files of a model and of the models it includes. They hold most bytes of a
 * character's animations, of which the first picture needs few. Each file is read when an animation
 * in it is to be played: first the parts needed for that, if parts can be read, and later the whole
 * file once.
 */
class BlockFiles {
  readonly #files: ModelFiles;
  readonly #diagnostics: Diagnostics;
  /** Groups whose whole file was requested, and those of which a part was. */
  readonly #asked = new Set<MotionGroup>();
  readonly #begun = new Set<MotionGroup>();
  /** Settles when the last requested files have been read. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: ModelFiles, diagnostics: Diagnostics) {
    this.#files = files;
    this.#diagnostics = diagnostics;
  }

  /**
   * Reads wanted files that were not read yet, all at once. Missing or broken files are reported.
   * @param onRead called with the groups whose animations now have their poses, before later `read`
   * calls resolve
   */
  read(
    wanted: readonly WantedBlocks[],
    onRead: (groups: readonly MotionGroup[]) => void,
  ): Promise<void> {
    const before = this.#last;
    const reading = this.#read(wanted, before, onRead);
    // The caller of `read` gets the error.
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

  /**
   * Tries the path in the MDL, then the model's own name: models are often not at the path they
   * were compiled for.
   */
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

  /** Reads the needed parts of a file; null if it must be read whole. */
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
      // Reading the whole file reports the error.
      return null;
    }
  }

  /** Attaches the parts. A broken file is reported and treated as missing. */
  #attach(group: MotionGroup, found: FoundParts | null): boolean {
    const { path, rig, file } = group;
    if (found === null) {
      const name = normalizePath(rig.animationBlocks.file);
      const message = `No ${name}: its animations show only a few poses, or stand still.`;
      this.#diagnostics.warn("missing-model", name, message);
      return false;
    }
    try {
      file.attachParts(found.parts, found.fileBytes);
      return true;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      // Do not read the rest of a broken file.
      this.#asked.add(group);
      this.#diagnostics.warn("unreadable-model", path, `Its .ani is left out: ${error.message}`);
      return false;
    }
  }
}

/**
 * Merges the sequences of a model with those of the models it includes, as the engine's virtual
 * model does (`studio_virtualmodel.cpp`).
 * @param groups the model first, then its includes, each before its own includes
 * @param files source of their `.ani` files
 */
export function mergeMotions(
  groups: readonly MotionGroup[],
  files: ModelFiles,
  diagnostics: Diagnostics,
): Motions {
  const main = groups[0].file.mdl.bones;
  const maps = groups.map(({ file }) => mapBones(main, file.mdl.bones));
  const poses = mergePoseParameters(groups);
  const animations = mergeNames(groups.map(({ file }) => file.infos.map(({ name }) => name)));
  const sequences = mergeNames(
    groups.map(({ file }) => file.sequences.map(({ name }) => name)),
    (group, row) => (groups[group].file.sequences[row].flags & STUDIO_OVERRIDE) !== 0,
  );
  const infos = animations.owner.map(({ group, row }): MotionInfo => groups[group].file.infos[row]);
  const weights = groups.map(({ file }, group) => moveWeights(maps[group], file.ledger));
  const moved = sequences.owner.map(({ group, row }): MdlSequence => {
    const sequence = groups[group].file.sequences[row];
    const poseRow = (of: number, pose: number) => poses.master[of][pose] ?? -1;
    return {
      ...sequence,
      blends: sequence.blends.map((animation) => animations.master[group][animation]),
      blendAxes: [
        moveAxis(sequence.blendAxes[0], (pose) => poseRow(group, pose)),
        moveAxis(sequence.blendAxes[1], (pose) => poseRow(group, pose)),
      ],
      boneWeights: weights[group](sequence.boneWeights),
      autoLayers: sequence.autoLayers.map((layer) =>
        moveLayer(layer, sequences, group, (of, pose) => poseRow(of, pose)),
      ),
      cyclePose: sequence.cyclePose < 0 ? -1 : poseRow(group, sequence.cyclePose),
    };
  });
  const cut = cutLayers(moved, groups[0].path, diagnostics);
  const decoded = new DecodedMotions(groups, maps, animations.owner);
  const blocks = new BlockFiles(files, diagnostics);
  return {
    sequences: cut,
    animations: infos,
    poseParameters: poses.table,
    attachments: mergeAttachments(groups, maps),
    ikLocks: mergeIkLocks(groups),
    kneeDirection: mergeKnees(groups),
    frames: (animation) => decoded.frames(animation),
    rules: (animation) => decoded.rules(animation),
    handOver: () => decoded.handOver(),
    take: (poses) => decoded.take(poses),
    readBlocks(rows) {
      const wanted =
        rows === undefined
          ? groups.map((group) => ({ group, animations: null }))
          : listBlocks(rows, cut, decoded);
      return blocks.read(wanted, (read) => {
        for (const { message } of decoded.refresh(read)) {
          const path = groups[0].path;
          diagnostics.warn("unreadable-model", path, `Only a few poses play: ${message}`);
        }
      });
    },
  };
}

/** Lists the animations in `.ani` files that sequences and their autolayers play. */
function listBlocks(
  rows: readonly number[],
  sequences: readonly MdlSequence[],
  decoded: DecodedMotions,
): WantedBlocks[] {
  const found = new Map<MotionGroup, number[]>();
  const seen = new Set<number>();
  const visit = (row: number): void => {
    if (seen.has(row) || sequences[row] === undefined) return;
    seen.add(row);
    const { blends, autoLayers } = sequences[row];
    for (const animation of blends) {
      const place = decoded.placeOutside(animation);
      if (place === null) continue;
      const rows = found.get(place.group) ?? [];
      rows.push(place.row);
      found.set(place.group, rows);
    }
    for (const { sequence } of autoLayers) visit(sequence);
  };
  for (const row of rows) visit(row);
  return Array.from(found, ([group, animations]) => ({ group, animations }));
}

function moveAxis(axis: BlendAxis | null, poseRow: (pose: number) => number): BlendAxis | null {
  if (axis === null) return null;
  const poseParameter = poseRow(axis.poseParameter);
  return poseParameter < 0 ? null : { ...axis, poseParameter };
}

/** Returns a converter of weight lists; lists that sequences share stay shared. */
function moveWeights({ groupBone, isSame }: BoneMap, ledger: Ledger) {
  const moved = new Map<Float32Array, Float32Array>();
  return (own: Float32Array): Float32Array => {
    const known = isSame ? own : moved.get(own);
    if (known !== undefined) return known;
    ledger.take("animationPoses", groupBone.length, "mstudioseqdesc_t.weightlistindex", "MDL");
    const list = Float32Array.from(groupBone, (bone) => (bone < 0 ? 0 : own[bone]));
    moved.set(own, list);
    return list;
  };
}

/** Converts a layer. Its pose parameter belongs to the model that owns the layer's sequence. */
function moveLayer(
  layer: AutoLayer,
  { owner, master }: { owner: readonly { group: number }[]; master: MasterRows },
  group: number,
  poseRow: (group: number, pose: number) => number,
): AutoLayer {
  const sequence = master[group][layer.sequence];
  const { poseParameter } = layer;
  if (poseParameter < 0) return { ...layer, sequence };
  return { ...layer, sequence, poseParameter: poseRow(owner[sequence].group, poseParameter) };
}

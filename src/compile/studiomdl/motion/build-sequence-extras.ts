import type {
  StudioEventFile,
  StudioLayerFile,
  StudioSequenceExtras,
} from "../../../formats/studio/write/write-motion-types.ts";
import type { StudioIkChainFile } from "../../../formats/studio/write/write-rig-types.ts";
import { LAYER_LOCAL, LAYER_POSE } from "../qc/motion/motion-flags.ts";
import type { QcEvent } from "../qc/motion/motion-types.ts";
import { type QcReport, qcError } from "../qc/qc-statements.ts";
import type { QcSequence } from "../qc/qc-types.ts";
import { storeKeyValues } from "../qc/rig/key-values-text.ts";
import { buildIkLocks } from "../rig/build-ik-chains.ts";

/** What names of a sequence are looked up in. */
export interface SequenceNames {
  readonly ikChains: readonly StudioIkChainFile[];
  /** Rows by names in lower case. */
  readonly sequences: ReadonlyMap<string, number>;
  readonly poseParameters: ReadonlyMap<string, number>;
  /** From 1 on; 0: none. */
  nodeOf(name: string): number;
}

/**
 * Frames become parts of the cycle. A layer of a sequence that is not there is left out, with a warning.
 * @param frameCount of its first animation
 * @throws FormatError "QC" for a pose parameter that is not there
 */
export function buildSequenceExtras(
  sequence: QcSequence,
  frameCount: number,
  names: SequenceNames,
  report: QcReport,
): StudioSequenceExtras {
  const { events, ikLocks, transition, cyclePose, line } = sequence;
  return {
    events: events.map((event) => buildEvent(event, frameCount)),
    layers: buildLayers(sequence, frameCount, names, report),
    ikLocks: buildIkLocks(ikLocks, names.ikChains, "iklock", report),
    activityModifiers: sequence.activityModifiers,
    cyclePose: cyclePose === "" ? 0 : findParameter(names, cyclePose, "posecycle", line),
    keyValues: storeKeyValues(sequence.keyValues),
    entryNode: names.nodeOf(transition.entry),
    exitNode: names.nodeOf(transition.exit),
    isReversible: transition.isReversible,
  };
}

/** Whether a layer of its own plays over it: it says so in its flags. */
export function hasLocalLayer({ layers }: QcSequence): boolean {
  return layers.some(({ flags }) => (flags & LAYER_LOCAL) !== 0);
}

function buildEvent({ name, frame, options }: QcEvent, frameCount: number): StudioEventFile {
  const isNumber = /^\d+$/.test(name) && Number(name) <= 0x7fffffff;
  return {
    cycle: partOf(frame, frameCount),
    event: isNumber ? Number(name) : 0,
    name: isNumber ? "" : name,
    options,
  };
}

function buildLayers(
  { layers }: QcSequence,
  frameCount: number,
  names: SequenceNames,
  report: QcReport,
): StudioLayerFile[] {
  return layers.flatMap(({ sequence, span, poseParameter, flags, line }): StudioLayerFile[] => {
    const row = names.sequences.get(sequence.toLowerCase());
    if (row === undefined) {
      report.warn(
        `line ${line}: there is no sequence "${sequence}" for a layer, which is left out`,
      );
      return [];
    }
    if (span === null) return [{ sequence: row, poseParameter: 0, flags, span: [0, 0, 0, 0] }];
    if (poseParameter !== "") {
      const parameter = findParameter(names, poseParameter, "blendlayer", line);
      return [{ sequence: row, poseParameter: parameter, flags: flags | LAYER_POSE, span }];
    }
    const [start, peak, tail, end] = span.map((frame) => partOf(frame, frameCount));
    return [{ sequence: row, poseParameter: 0, flags, span: [start, peak, tail, end] }];
  });
}

/** Of an animation's cycle, a frame; of one of a single frame its start. */
export function partOf(frame: number, frameCount: number): number {
  return frameCount > 1 ? frame / (frameCount - 1) : 0;
}

function findParameter(names: SequenceNames, name: string, where: string, line: number): number {
  const row = names.poseParameters.get(name.toLowerCase());
  if (row !== undefined) return row;
  throw qcError("mismatch", where, line, "a $poseparameter", name);
}

import { MdlReader } from "../../../../formats/studio/read/mdl-reader.ts";
import { HEADER_TABLES } from "../../../../formats/studio/read/mdl-tables.ts";
import { NO_TRANSITION, type QcTransition } from "../../qc/motion/motion-types.ts";
import { writableName } from "../plain-name.ts";

const NODES = { where: "studiohdr_t.localnodenameindex", countAt: 248, offsetAt: 256, bytes: 4 };
/** `mstudioseqdesc_t` */
const ENTRY_NODE = 112;
const EXIT_NODE = 116;
const NODE_FLAGS = 120;
const REVERSIBLE = 1;

/**
 * The poses that each sequence of an MDL that `parseMdl` takes leads from and to.
 * @throws FormatError
 */
export function readTransitions(bytes: Uint8Array): QcTransition[] {
  const reader = new MdlReader(bytes);
  const nodes = reader.find(NODES);
  const names = Array.from({ length: nodes.count }, (_, i) => {
    const at = nodes.at + i * 4;
    return writableName(reader.string(NODES.where, at, reader.i32(at)));
  });
  const sequences = reader.find(HEADER_TABLES.sequences);
  return Array.from({ length: sequences.count }, (_, i): QcTransition => {
    const at = sequences.at + i * sequences.bytes;
    const entry = names[reader.i32(at + ENTRY_NODE) - 1];
    const exit = names[reader.i32(at + EXIT_NODE) - 1];
    if (entry === undefined || exit === undefined) return NO_TRANSITION;
    return { entry, exit, isReversible: (reader.i32(at + NODE_FLAGS) & REVERSIBLE) !== 0 };
  });
}

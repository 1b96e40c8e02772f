import {
  blockOf,
  type QcReport,
  type QcStatement,
  type QcWords,
  qcError,
} from "./qc-statements.ts";
import type { QcLod, QcReplacement } from "./qc-types.ts";

/** Commands of a LOD that are passed over, with a warning but for faces, by their number of words. */
const IGNORED: Readonly<Record<string, number>> = {
  facial: 0,
  nofacial: 0,
  replacebone: 2,
  replacematerial: 2,
  bonetreecollapse: 1,
  use_shadowlod_materials: 0,
};

/** `$lod <metric> { ... }` or `$shadowlod { ... }`. */
export function readLod(statement: QcStatement, words: QcWords, report: QcReport): QcLod {
  const { command, line } = statement;
  const switchPoint = command === "$shadowlod" ? -1 : words.number("a switch point");
  if (command === "$lod" && switchPoint < 0) {
    throw qcError("bad-value", command, line, "a switch point >= 0", `${switchPoint}`);
  }
  const rows = blockOf(statement);
  const replacements: QcReplacement[] = [];
  const removedMeshes: string[] = [];
  while (rows.hasMore) {
    const option = rows.take("replacemodel");
    const name = option.text.toLowerCase();
    switch (name) {
      case "replacemodel": {
        const from = rows.text("the name of an SMD");
        const to = rows.text("the name of an SMD");
        replacements.push({ from, to, line: option.line });
        break;
      }
      case "removemodel":
        replacements.push({ from: rows.text("the name of an SMD"), to: null, line: option.line });
        break;
      case "removemesh":
        removedMeshes.push(rows.text("the name of a material"));
        break;
      default: {
        const count = Object.hasOwn(IGNORED, name) ? IGNORED[name] : undefined;
        if (count === undefined) {
          const expected = "replacemodel, removemodel or removemesh";
          throw qcError("unsupported", command, option.line, expected, option.text);
        }
        for (let i = 0; i < count; i++) rows.text(`${count} words after ${name}`);
        if (name !== "facial" && name !== "nofacial") {
          report.warn(`line ${option.line}: ${name} is not applied here`);
        }
      }
    }
  }
  return { switchPoint, replacements, removedMeshes, line };
}

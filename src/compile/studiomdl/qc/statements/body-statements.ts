/** Statements of what a model shows: bodies, levels of detail, materials. */

import { readFace } from "../qc-flex.ts";
import { readLod } from "../qc-lod.ts";
import { blockOf, type QcStatement, type QcWords, qcError } from "../qc-statements.ts";
import type { QcBodyPart, QcModel } from "../qc-types.ts";
import { readSkins } from "./read-skins.ts";
import type { ReadContext, Statements } from "./statement.ts";

export const BODY_STATEMENTS: Statements = {
  $body: { block: "open", read: readBody },
  $model: { block: "open", read: readBody },
  $bodygroup: {
    block: "own",
    read: ({ qc, words, statement }) => void qc.bodyParts.push(readBodyGroup(statement, words)),
  },
  $lod: { block: "own", read: readLevel },
  $shadowlod: { block: "own", read: readLevel },
  $cdmaterials: {
    read({ qc, words }) {
      while (words.hasMore) qc.materialDirs.push(words.text("a folder"));
    },
  },
  $texturegroup: {
    block: "own",
    read({ qc, words, statement }) {
      words.text("a name");
      // As in the real tool, further groups are other material lists of the same skins.
      qc.skins = readSkins(statement, qc.skins);
    },
  },
};

function readLevel({ qc, words, statement, report }: ReadContext): void {
  qc.lods.push(readLod(statement, words, report));
}

function readBody({ qc, words, statement, report }: ReadContext): void {
  const { command, line } = statement;
  const name = words.text("a name");
  const file = words.text("the name of an SMD");
  if (words.hasMore) report.warn(`line ${line}: options of ${command} are not read`);
  if (statement.block === null) {
    qc.bodyParts.push({ name, models: [{ file, line }] });
    return;
  }
  const { flexFile, eyeballs, mouths, controllers, variables, rules } = readFace(statement, report);
  qc.bodyParts.push({
    name,
    models: [{ file, flexFile, ...(eyeballs.length > 0 && { eyeballs }), line }],
  });
  qc.mouths.push(...mouths);
  qc.flexControllers.push(...controllers);
  qc.flexVariables.push(...variables);
  qc.flexRules.push(...rules);
}

function readBodyGroup(statement: QcStatement, words: QcWords): QcBodyPart {
  const name = words.text("a name");
  const rows = blockOf(statement);
  const models: QcModel[] = [];
  while (rows.hasMore) {
    const { text, line } = rows.take("studio or blank");
    if (text.toLowerCase() === "blank") models.push({ file: null, line });
    else if (text.toLowerCase() === "studio") {
      models.push({ file: rows.text("the name of an SMD"), line });
    } else throw qcError("syntax", statement.command, line, "studio or blank", text);
  }
  if (models.length === 0) {
    throw qcError("bad-count", statement.command, statement.line, "at least one model", "none");
  }
  return { name, models };
}

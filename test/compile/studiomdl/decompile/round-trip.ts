import { decompileModelFiles } from "../../../../src/compile/studiomdl/decompile/decompile-files.ts";
import { compileModelSource } from "../../../../src/compile/studiomdl/read-model-source.ts";
import { parseMdlAnimations } from "../../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdlParts } from "../../../../src/formats/studio/read/parse-mdl-parts.ts";
import type { ModelFiles } from "../../../../src/model/files/model-files.ts";

export interface RoundTrip {
  readonly qc: string;
  readonly mdl: Uint8Array;
  /** Warnings of decompiling, and below, of compiling again. */
  readonly losses: readonly string[];
  readonly warnings: readonly string[];
}

/** Decompiles a model's files, and compiles the sources. */
export async function takeRound(path: string, files: ModelFiles): Promise<RoundTrip> {
  const losses: string[] = [];
  const warnings: string[] = [];
  const texts = await decompileModelFiles(path, files, { warn: (line) => void losses.push(line) });
  const byName = new Map([...texts!].map(([name, bytes]) => [name.toLowerCase(), bytes]));
  const [[qc, bytes]] = byName;
  const sources = { read: async (name: string) => byName.get(name.toLowerCase()) ?? null };
  const report = { warn: (line: string) => void warnings.push(line), progress: () => {} };
  const compiled = (await compileModelSource(qc, sources, report))!;
  const mdl = compiled.files.get(compiled.path)!;
  return { qc: new TextDecoder().decode(bytes), mdl, losses, warnings };
}

/** Counts everything of a model that sources may lose. */
export function countParts(bytes: Uint8Array, ani?: Uint8Array): Record<string, number> {
  const { mdl, rig, procedures, eyeballs, eyelids, face } = parseMdlParts(bytes);
  const { animations, sequences } = parseMdlAnimations(bytes, mdl, ani ? { ani } : {});
  const sum = <T>(rows: readonly T[], count: (row: T) => number) =>
    rows.reduce((all, row) => all + count(row), 0);
  return {
    bones: mdl.bones.count,
    bodyParts: mdl.bodyParts.length,
    skins: mdl.skinFamilyCount,
    sequences: sequences.length,
    animations: animations.length,
    poseParameters: rig.poseParameters.count,
    attachments: rig.attachments.count,
    hitBoxSets: rig.hitBoxSets.length,
    hitBoxes: rig.hitBoxes.count,
    boneControllers: rig.boneControllers.count,
    ikChains: rig.ikChains.count,
    ikLocks: rig.ikLocks.count,
    included: rig.included.count,
    jiggleBones: procedures.jiggles.count,
    mouths: rig.mouths.count,
    eyeballs: eyeballs.count,
    eyelids: eyelids.count,
    controllers: face.controllers.count,
    rules: face.rules.count,
    events: sum(sequences, ({ events }) => events.length),
    layers: sum(sequences, ({ autoLayers }) => autoLayers.length),
    sequenceLocks: sum(sequences, ({ ikLocks }) => ikLocks.length),
    modifiers: sum(sequences, ({ activityModifiers }) => activityModifiers.length),
    keyValues: sum(sequences, ({ keyValues }) => Number(keyValues !== "")),
    movements: sum(animations, ({ movements }) => movements.length),
    ikRules: sum(animations, ({ ikRules }) => ikRules.length),
    hierarchies: sum(animations, ({ hierarchies }) => hierarchies.length),
  };
}

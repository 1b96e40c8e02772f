/** Builds IK chains and locks from a QC. */

import type {
  StudioIkChainFile,
  StudioIkLockFile,
} from "../../../formats/studio/write/write-types.ts";
import type { ModelBones } from "../collect-bones.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { Qc, QcVector } from "../qc/qc-types.ts";
import type { QcIkLock } from "../qc/rig/rig-types.ts";

/** Lookup of bones by name. Warns each time a script names a missing bone. */
export class BoneFinder {
  readonly #bones: ModelBones;
  readonly #report: QcReport;

  constructor(bones: ModelBones, report: QcReport) {
    this.#bones = bones;
    this.#report = report;
  }

  find(name: string, command: string, line: number): number | undefined {
    const row = this.#bones.find(name);
    if (row === undefined) {
      this.#report.warn(
        `line ${line}: there is no bone "${name}" for ${command}, which is left out`,
      );
    }
    return row;
  }
}

/** Links of a chain: hip, knee and foot, which are its end and the two bones above. */
const LINKS = 3;
const NONE: QcVector = [0, 0, 0];

export function buildIkChains(
  { ikChains }: Qc,
  bones: ModelBones,
  finder: BoneFinder,
): StudioIkChainFile[] {
  return ikChains.flatMap((chain): StudioIkChainFile[] => {
    const { name, knee, line } = chain;
    const end = finder.find(chain.bone, "$ikchain", line);
    if (end === undefined) return [];
    const links = [end];
    while (links.length < LINKS && bones.parent[links[0]] >= 0)
      links.unshift(bones.parent[links[0]]);
    return [
      {
        name,
        links: links.map((bone, i) => ({ bone, kneeDirection: i === 0 ? (knee ?? NONE) : NONE })),
      },
    ];
  });
}

/** Builds the locks with an existing chain. Warns about others. */
export function buildIkLocks(
  locks: readonly QcIkLock[],
  chains: readonly StudioIkChainFile[],
  command: string,
  report: QcReport,
): StudioIkLockFile[] {
  return locks.flatMap(({ chain, positionWeight, rotationWeight, line }) => {
    const row = findChain(chains, chain);
    if (row >= 0) return [{ chain: row, positionWeight, localQuaternionWeight: rotationWeight }];
    report.warn(`line ${line}: there is no $ikchain "${chain}" for ${command}, which is left out`);
    return [];
  });
}

/** Returns the row of a chain; -1 if it is missing. */
export function findChain(chains: readonly StudioIkChainFile[], name: string): number {
  const wanted = name.toLowerCase();
  return chains.findIndex((chain) => chain.name.toLowerCase() === wanted);
}

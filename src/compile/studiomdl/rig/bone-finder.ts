import type { ModelBones } from "../collect-bones.ts";
import type { QcReport } from "../qc/qc-statements.ts";

/** Bones by name; of one that is not there, a warning each time a script names it. */
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

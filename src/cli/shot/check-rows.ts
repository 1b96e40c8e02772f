/** Whether a model has what a picture of it asks for by number. */

import type { StudioModel } from "../../model/studio-model.ts";
import type { ModelDraws } from "../../scene/model/choose-draws.ts";
import { findFirstSequence, findWanted } from "../../scene/model/first-sequence.ts";
import { bodyOf } from "../../scene/model/whole-mesh.ts";
import { UsageError } from "../errors.ts";

/** What of a request counts something of the model. */
interface AskedRows {
  readonly frame: number;
  readonly skin: number;
  readonly body: number;
  readonly lod: number | null;
}

/** @throws UsageError where the model has no such skin, body, level of detail or frame */
export function checkRows(
  model: StudioModel,
  { all }: ModelDraws,
  { frame, skin, body, lod }: AskedRows,
  sequence: number,
): void {
  const { mdl, motions } = model;
  checkRow("skin", skin, Math.max(mdl.skinFamilyCount, 1) - 1);
  checkRow(
    "body",
    body,
    bodyOf(mdl, () => Number.POSITIVE_INFINITY),
  );
  if (lod !== null) checkRow("lod", lod, Math.max(all.variantLodCount[0], 1) - 1);
  const played = motions.sequences[sequence];
  const frames = motions.animations[played?.blends[0] ?? -1]?.frameCount ?? 1;
  const of = played === undefined ? "" : ` of ${played.name}`;
  checkRow("frame", frame, Math.max(frames, 1) - 1, of);
}

function checkRow(option: string, row: number, last: number, of = ""): void {
  if (row <= last) return;
  const some = last === 0 ? `there is only 0${of}` : `there are 0 to ${last}${of}`;
  throw new UsageError(`--${option} ${row}: ${some}`, "shot");
}

/** By name, in any case, or by number; null: what is shown first. */
export function findSequence(model: StudioModel, wanted: string | null): number {
  const { sequences } = model.motions;
  if (wanted === null) return findFirstSequence(sequences);
  const row = findWanted(sequences, wanted);
  if (row >= 0) return row;
  if (sequences.length === 0) {
    throw new UsageError(`there is no sequence "${wanted}", nor any other`, "shot");
  }
  const names = sequences.slice(0, 12).map(({ name }) => name);
  const more =
    sequences.length > names.length ? `, and ${sequences.length - names.length} more` : "";
  throw new UsageError(
    `there is no sequence "${wanted}"; there are ${names.join(", ")}${more}`,
    "shot",
  );
}

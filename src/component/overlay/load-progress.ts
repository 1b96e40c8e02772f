/** How far a load is, as one number, and in words. */

import type { ViewerEvents, ViewerStage } from "../../viewer/viewer.ts";

type Progress = ViewerEvents["progress"];

/** Where each stage begins, of 1: about the time that it takes over a home connection. */
const STAGE_START: Readonly<Record<ViewerStage, number>> = {
  read: 0,
  parse: 0.5,
  world: 0.55,
  materials: 0.65,
  props: 0.7,
  textures: 0.8,
};
const STAGES = Object.keys(STAGE_START) as ViewerStage[];

const STAGE_WORDS: Readonly<Record<ViewerStage, string>> = {
  read: "Reading",
  parse: "Parsing",
  world: "Building the world",
  materials: "Finding materials",
  props: "Reading models",
  textures: "Reading textures",
};

/** 0 to 1 over the whole load. */
export function progressFraction({ stage, done, total }: Progress): number {
  const start = STAGE_START[stage];
  const next = STAGES[STAGES.indexOf(stage) + 1];
  const end = next === undefined ? 1 : STAGE_START[next];
  return start + (end - start) * (total > 0 ? Math.min(done / total, 1) : 0);
}

export function progressText({ stage, done, total }: Progress): string {
  const word = STAGE_WORDS[stage];
  if (stage !== "read" || done === 0) return `${word} …`;
  const read = megabytes(done);
  return total > 0 ? `${word}: ${read} of ${megabytes(total)} MB` : `${word}: ${read} MB`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

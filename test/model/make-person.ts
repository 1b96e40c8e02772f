/**
 * Builds a model with its own sequences and those of three included models, like the people in
 * games.
 */

import { compileAndRead, smdText } from "../compile/studiomdl/make-sources.ts";

/** Height of its only bone at the start of each sequence. */
export const HEIGHTS = { fall: 0, idle: 5, walk: 10, wave: 15 };
type Played = keyof typeof HEIGHTS;

const CORNERS = [
  [0, 0, 0],
  [30, 0, 0],
  [30, 8, 4],
].map((position) => ({ position }));

/**
 * Returns the files by content path.
 * @param hasIdle whether the model has a sequence with the idle name of the first included model,
 * in which it falls
 */
export function makePerson(hasIdle = false): Record<string, Uint8Array> {
  const person = compile("person", "fall", 'body body "body"', [
    ...["idles.mdl", "walks.mdl", "waves.mdl"].map((file) => `includemodel "${file}"`),
    ...(hasIdle ? ['sequence idle "fall" fps 10'] : []),
  ]);
  return {
    "models/person.mdl": person.mdl,
    "models/person.vvd": person.vvd,
    "models/person.dx90.vtx": person.vtx,
    "models/idles.mdl": compile("idles", "idle").mdl,
    "models/walks.mdl": compile("walks", "walk").mdl,
    "models/waves.mdl": compile("waves", "wave").mdl,
  };
}

function compile(name: string, played: Played, body = "", lines: readonly string[] = []) {
  const activity = played === "idle" ? "activity ACT_IDLE 1" : "";
  const qc = [
    `$modelname "${name}.mdl"`,
    ...[body, ...lines].filter((line) => line !== "").map((line) => `$${line}`),
    `$sequence ${played} "${played}" fps 10 loop ${activity}`,
  ].join("\n");
  const frame = [`0 0 0 ${HEIGHTS[played]} 0 0 0`];
  return compileAndRead(qc, {
    body: smdText([["skin", CORNERS[0], CORNERS[1], CORNERS[2]]]),
    [played]: smdText([], undefined, [frame, [`0 0 0 0 0 0 1`], frame]),
  }).files;
}

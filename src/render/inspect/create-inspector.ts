/** Shows surfaces by the view that is asked for, coarser where that is asked for, and lines over the picture. */

import { GROUP_BEHIND } from "../context/bind-layouts.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import { keyPart } from "../surfaces/pipeline-key.ts";
import type { RenderSettings } from "../types.ts";
import { createCoarser } from "./coarser.ts";
import { createEdgeEncoders, type EdgeEncoders } from "./edge-encoder.ts";
import { createEdgeDraws, edgePipeline } from "./edges.ts";
import { createFreezing } from "./freezing.ts";
import type { Inspector } from "./inspector.ts";
import { buildMapFacts } from "./map-facts.ts";
import { shadedPipelinesOf } from "./shaded-pipelines.ts";
import { createSheet, type Sheet } from "./sheet.ts";
import { VIEWS } from "./view-list.ts";
import type { ViewRow } from "./view-row.ts";

/** What is left out of a picture that shows colours of a legend: all that is no surface, and what changes light. */
const SHADED: Partial<RenderSettings> = {
  ...{ details: false, sprites: false, decals: false, ropes: false, propShadows: "off" },
  ...{ sky: false, fog: false, waterReflection: false },
};
const OVERDRAWN: Partial<RenderSettings> = { sky: false, fog: false, waterReflection: false };

/** What frames have in place of their settings, by row of the list. */
const VIEW_SETTINGS = VIEWS.map(({ shading, settings = {} }) => {
  if (shading === "usual") return settings;
  return { ...(shading === "overdraw" ? OVERDRAWN : SHADED), ...settings };
});

function rowOf(name: string): number {
  for (let row = 0; row < VIEWS.length; row++) if (VIEWS[row].name === name) return row;
  return -1;
}

export function createInspector(job: FrameJob): Inspector {
  const { context } = job;
  const { pipelines } = context;
  const pipelineOf = shadedPipelinesOf(context.gpu);
  const edges = createEdgeDraws(job);
  const freezing = createFreezing(job);
  const coarser = createCoarser(job);
  let view: ViewRow | null = null;
  let hasEdges = false;
  let sheet: Sheet | null = null;
  let encoders: EdgeEncoders | null = null;
  /** What the sheet was made of. */
  let sources: unknown = null;
  let areas: unknown = null;
  let reasons: unknown = null;

  function release(): void {
    if (pipelines.shading !== null) pipelines.setShading(null);
    encoders?.destroy();
    encoders = null;
    sheet?.destroy();
    sheet = null;
    sources = null;
  }

  function shade(row: ViewRow, index: number): void {
    const { map } = job;
    if (map === null) {
      release();
      return;
    }
    const { frozen } = freezing;
    const found = frozen === null || row.shading === "usual" ? null : freezing.reasons();
    const isSame = sources === map.sources && areas === map.areas && reasons === found;
    if (sheet !== null && view === row && isSame) return;
    release();
    const made = createSheet(context, row, buildMapFacts(map, found), frozen);
    sheet = made;
    encoders = row.hasEdges ? createEdgeEncoders(context.gpu, made) : null;
    sources = map.sources;
    areas = map.areas;
    reasons = found;
    pipelines.setShading({
      get: (key) => pipelineOf(row, index, key),
      wrap:
        encoders?.wrap ??
        ((encoder) => {
          encoder.setBindGroup(GROUP_BEHIND, made.bindGroup);
          return encoder;
        }),
    });
  }

  return {
    follow(asked) {
      coarser.follow(asked);
      const index = rowOf(asked.view);
      const row = VIEWS[index] ?? null;
      hasEdges = asked.wireframe;
      freezing.follow(row?.isFrozen === true, row);
      // What is kept of a frame is of one that was drawn.
      const isShaded = row !== null && row.shading !== "usual";
      if (isShaded && (row.isFrozen !== true || freezing.frozen !== null)) shade(row, index);
      else release();
      view = row;
      if (row === null || (row.isFrozen === true && freezing.frozen === null)) return null;
      return VIEW_SETTINGS[index];
    },
    prepare() {
      if (hasEdges) edgePipeline(job);
      freezing.lines?.prepare();
      const { shading } = pipelines;
      if (shading === null) return;
      const samples = Math.log2(context.sampled.samples);
      for (const key of pipelines.keys()) {
        if (keyPart(key, "samples") === samples) shading.get(key);
      }
    },
    get isOver() {
      return hasEdges || freezing.lines !== null;
    },
    drawOver(pass) {
      if (hasEdges) edges.draw(pass);
      if (job.map !== null) freezing.lines?.draw(pass, job.map.cameras[0]);
    },
    destroy() {
      release();
      freezing.destroy();
    },
  };
}

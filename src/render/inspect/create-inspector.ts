/** Shows surfaces by the view that is asked for, and edges over the picture. */

import { GROUP_BEHIND } from "../context/bind-layouts.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import { keyPart } from "../surfaces/pipeline-key.ts";
import type { RenderSettings } from "../types.ts";
import { createEdgeDraws, edgePipeline } from "./edges.ts";
import type { Inspector } from "./inspector.ts";
import { buildMapFacts } from "./map-facts.ts";
import { shadedPipelinesOf } from "./shaded-pipelines.ts";
import { createSheet, type Sheet } from "./sheet.ts";
import { VIEWS, type ViewRow } from "./view-list.ts";

/** What is left out of a picture that shows colours of a legend: all that is no surface, and what changes light. */
const SHADED: Partial<RenderSettings> = {
  ...{ details: false, sprites: false, decals: false, ropes: false, propShadows: "off" },
  ...{ sky: false, fog: false, waterReflection: false },
};

/** What frames have in place of their settings, by row of the list. */
const VIEW_SETTINGS = VIEWS.map(({ shading, settings = {} }) =>
  shading === "usual" ? settings : { ...SHADED, ...settings },
);

function rowOf(name: string): number {
  for (let row = 0; row < VIEWS.length; row++) if (VIEWS[row].name === name) return row;
  return -1;
}

export function createInspector(job: FrameJob): Inspector {
  const { context } = job;
  const { pipelines } = context;
  const pipelineOf = shadedPipelinesOf(context.gpu);
  const edges = createEdgeDraws(job);
  let view: ViewRow | null = null;
  let hasEdges = false;
  let sheet: Sheet | null = null;
  /** What the sheet was made of. */
  let sources: unknown = null;

  function release(): void {
    if (pipelines.shading !== null) pipelines.setShading(null);
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
    if (sheet !== null && view === row && sources === map.sources) return;
    release();
    const made = createSheet(context, row, buildMapFacts(map));
    sheet = made;
    sources = map.sources;
    pipelines.setShading({
      get: (key) => pipelineOf(index, key),
      wrap(encoder) {
        encoder.setBindGroup(GROUP_BEHIND, made.bindGroup);
        return encoder;
      },
    });
  }

  return {
    follow(asked) {
      const index = rowOf(asked.view);
      const row = VIEWS[index] ?? null;
      hasEdges = asked.wireframe;
      if (row === null || row.shading === "usual") release();
      else shade(row, index);
      view = row;
      return row === null ? null : VIEW_SETTINGS[index];
    },
    prepare() {
      if (hasEdges) edgePipeline(job);
      const { shading } = pipelines;
      if (shading === null) return;
      const samples = Math.log2(context.sampled.samples);
      for (const key of pipelines.keys()) {
        if (keyPart(key, "samples") === samples) shading.get(key);
      }
    },
    get isOver() {
      return hasEdges;
    },
    drawOver: (pass) => edges.draw(pass),
    destroy: release,
  };
}

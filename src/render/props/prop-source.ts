/** The props as a draw source: models and instances, and the lamps that light them. */

import type { RenderContext } from "../context/render-context.ts";
import type { DrawSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createPropDraws } from "./prop-draws.ts";
import type { PropGeometry } from "./prop-geometry.ts";
import type { WorldLightBuffer } from "./world-light-buffer.ts";

export interface PropSource extends DrawSource {
  readonly geometry: PropGeometry;
}

/** @param lamps apart from the rest: other light has another number of them */
export function createPropSource(geometry: PropGeometry, lamps: WorldLightBuffer): PropSource {
  return {
    name: "props",
    number: setNumber("props"),
    parts: [geometry, lamps],
    geometry,
    setTexture: geometry.materials.setTexture,
    createDrawSet: (context: RenderContext, frame, filter) =>
      createPropDraws(context, geometry, lamps, frame, filter),
  };
}

/** Draw source of the props: models, instances and lamps. */

import type { PropSet } from "../../map/props.ts";
import type { DrawSource, MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createPropDraws } from "./prop-draws.ts";
import {
  createPropGeometry,
  createWorldLights,
  type PropGeometry,
  relightProps,
  type WorldLightBuffer,
} from "./prop-geometry.ts";

export interface PropSource extends DrawSource {
  readonly geometry: PropGeometry;
  readonly lamps: WorldLightBuffer;
}

export const propSource =
  (set: PropSet): MakeSource =>
  (context, keep) =>
    sourceOf(
      keep(createPropGeometry(context, set)),
      keep(createWorldLights(context.gpu, set.light)),
    );

/** @param lamps kept separately, because another lighting has another number of lamps */
export function sourceOf(geometry: PropGeometry, lamps: WorldLightBuffer): PropSource {
  return {
    ...{ geometry, lamps },
    name: "props",
    number: setNumber("props"),
    parts: [geometry, lamps],
    materials: geometry.materials,
    props: geometry.set,
    relight: ({ gpu }, keep, _, light) =>
      light && {
        source: sourceOf(geometry, keep(createWorldLights(gpu, light))),
        finish: () => relightProps(gpu, geometry, light),
      },
    createDrawSet: (context, seen) => createPropDraws(context, geometry, lamps, seen),
  };
}

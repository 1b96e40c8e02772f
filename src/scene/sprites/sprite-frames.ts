/**
 * Frames of a sprite's picture, as `CSprite::Animate` of `Sprite.cpp` counts them: from the first on, so many a
 * second, and over again before the last one, which is never shown. Two frames do not move.
 */

import { MOTION_FRAME } from "../../map/motion/material-motion.ts";
import { ROLE_BASE } from "../../map/texture-roles.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import { ValueGraph } from "../materials/proxies/value-graph.ts";

/** What a frame's moment may be off by: the last of the one before, by rounding, is the next one's first. */
const ROUNDING = 1 / 1024;

/**
 * Has a material's picture step through its frames, unless it does by itself: a proxy has the last word.
 * @param rate frames a second
 */
export function stepFrames(state: MaterialState, rate: number): void {
  const target = MOTION_FRAME + ROLE_BASE;
  if (rate <= 0 || state.textures[ROLE_BASE] === undefined) return;
  if (state.stores.some(([stored]) => stored === target)) return;
  state.graph ??= new ValueGraph();
  const { graph } = state;
  const last = graph.apply("SUBTRACT", graph.frames(ROLE_BASE), graph.constant(1));
  const rounds = graph.apply(
    "DIVIDE",
    graph.apply("MULTIPLY", graph.time(), graph.constant(rate)),
    last,
  );
  const moved = graph.apply("MULTIPLY", graph.apply("FRACTION", rounds), last);
  const frame = graph.apply("TRUNCATE", graph.apply("ADD", moved, graph.constant(ROUNDING)));
  const stands = graph.apply("LESS_OR_EQUAL", last, graph.constant(1));
  // What rounding takes to the end is the first again.
  const isOver = graph.apply("LESS_OR_EQUAL", last, frame);
  const first = graph.apply("MAX", stands, isOver);
  state.stores.push([target, graph.apply("SELECT", first, graph.constant(0), frame)]);
}

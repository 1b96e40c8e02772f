/** The simulation of a map's entities: logic, and brushes that move. Knows no scene and no GPU. */

export { readEmission } from "./classes/effects.ts";
export { CLASSES } from "./classes/index.ts";
export { type ModelFields, modelFieldsOf } from "./classes/props/model-fields.ts";
export { ambientState } from "./classes/sounds/ambient-generic.ts";
export { isSoundscapeEnabled } from "./classes/sounds/soundscapes.ts";
export {
  copyLampState,
  isLamp,
  LAMP_STATE,
  writeLampNow,
} from "./classes/view/projected-textures.ts";
export { describeEvent, formatEvent, type LoggedEntity, type LoggedEvent } from "./describe-log.ts";
export { LOG_KINDS, type LogKind } from "./event-log.ts";
export { writeWorldMatrix } from "./hierarchy.ts";
export {
  MapSimulation,
  type SimulationOptions,
  type SimulationState,
} from "./map-simulation.ts";
export { TICK_SECONDS } from "./tick.ts";
export { type FiredInput, Timeline } from "./timeline.ts";
export { type ModelVolumes, readModelVolumes } from "./touch/model-volumes.ts";
export type { Player, PlayerPlace } from "./touch/player.ts";
export { Solids } from "./touch/solids.ts";
export type { SequenceSeconds, SimulatedMap } from "./world/stored-world.ts";

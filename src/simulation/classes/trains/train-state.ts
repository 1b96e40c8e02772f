/** State of func_tracktrain and func_tanktrain. */

import { type EntityWorld, key, layoutOf, value } from "../../entity-class.ts";
import { TRACK_SOUNDS } from "../sounds/train-sounds.ts";

// Spawnflags.
export const KEEPS_PITCH = 1;
export const NO_CONTROL = 2;
export const KEEPS_ANGLES = 16;
export const PASSES_PLAYERS = 512;

/** Values of the key `velocitytype`. */
export const [AT_ONCE, LINEAR_BLEND] = [0, 1];
/** Values of the key `orientationtype`: 0 fixed, 1 at the nodes, 2 blended evenly, 3 eased. */
export const [FIXED, AT_NODES, LINEAR_TURN] = [0, 1, 2];

export const train = layoutOf({
  ...TRACK_SOUNDS,
  target: key("target", "text"),
  /** Inches between the front and back wheels, which a train turns by. */
  wheels: key("wheels"),
  /** Inches above the track. */
  height: key("height"),
  maxSpeed: key("startspeed"),
  /** Inches a second now, negative backwards. */
  speed: key("speed"),
  bank: key("bank"),
  damage: key("dmg"),
  velocityType: key("velocitytype", "integer"),
  orientationType: key("orientationtype", "integer", AT_NODES),
  changesByHand: key("ManualSpeedChanges", "boolean"),
  acceleration: key("ManualAccelSpeed"),
  deceleration: key("ManualDecelSpeed"),
  /** Last node that it passed; -1 if it has no track. */
  node: value(-1),
  direction: value(1),
  oldSpeed: value(),
  desiredSpeed: value(),
  unmodifiedSpeed: value(),
  forwardModifier: value(1),
  accelerates: value(),
  hasFoundTrack: value(),
  goesToDeadEnd: value(),
});

export const isForward = (world: EntityWorld, self: number): boolean =>
  world.get(self, train.at.direction) === 1;

/** Every class that is simulated. A new class is a row in one of these lists. */

import type { EntityClass } from "../entity-class.ts";
import { PLAYER_CLASS } from "../touch/player.ts";
import { AREA_PORTALS } from "./areaportals.ts";
import { BRUSHES } from "./brushes.ts";
import { BUTTONS } from "./buttons.ts";
import { DOORS } from "./doors.ts";
import { EFFECTS } from "./effects.ts";
import { FILTERS } from "./filters.ts";
import { LIGHTS } from "./lights.ts";
import { LOGIC } from "./logic.ts";
import { MASTERS } from "./masters.ts";
import { MATH } from "./math.ts";
import { MOMENTARY } from "./momentary.ts";
import { BREAKABLES } from "./props/breakables.ts";
import { PROP_DOORS } from "./props/prop-doors.ts";
import { PROPS } from "./props/props.ts";
import { AMBIENT } from "./sounds/ambient-generic.ts";
import { SOUNDSCAPES } from "./sounds/soundscapes.ts";
import { SPAWNERS } from "./spawners.ts";
import { CORNER_TRAINS } from "./trains/corner-train.ts";
import { PATHS } from "./trains/path-track.ts";
import { PLATS } from "./trains/plats.ts";
import { TRACK_TRAINS } from "./trains/track-train.ts";
import { MOVING_TRIGGERS } from "./triggers/movers.ts";
import { OUTPUT_TRIGGERS } from "./triggers/triggers.ts";
import { AIR_AND_LIGHT } from "./view/air-and-light.ts";
import { CAMERAS } from "./view/cameras.ts";
import { LAMPS } from "./view/lamps.ts";
import { SCREEN } from "./view/screen.ts";

export const CLASSES: readonly EntityClass[] = [
  ...[...LOGIC, ...MATH, ...FILTERS, ...DOORS, ...BUTTONS, ...BRUSHES, ...LIGHTS, ...EFFECTS],
  ...[PLAYER_CLASS, ...MASTERS, ...AREA_PORTALS, ...OUTPUT_TRIGGERS, ...MOVING_TRIGGERS],
  ...[...PATHS, ...TRACK_TRAINS, ...CORNER_TRAINS, ...PLATS, ...MOMENTARY],
  ...[...PROP_DOORS, ...PROPS, ...BREAKABLES, ...SPAWNERS],
  ...[...SCREEN, ...AIR_AND_LIGHT, ...CAMERAS, ...LAMPS, ...AMBIENT, ...SOUNDSCAPES],
];

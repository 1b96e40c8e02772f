/**
 * Fades, shakes, texts and overlays over the view: EnvFade.cpp, EnvShake.cpp, maprules.cpp and
 * env_screenoverlay.cpp of Source SDK 2013. A renderer reads when they began.
 */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  keySeries,
  layoutOf,
  sets,
  switches,
  value,
} from "../../entity-class.ts";
import { worldPoint } from "../../hierarchy.ts";

import { isMasterTriggered } from "../masters.ts";

/** Second at which something began to show; -1 before. */
const startTime = () => value(-1);

// env_fade

const FADES_IN = 1;
const ONLY_ACTIVATOR = 4;

const fade = layoutOf({
  /** Seconds of the fade, and seconds that its colour stays. */
  duration: key("duration"),
  holdTime: key("holdtime"),
  color: key("rendercolor", "text"),
  alpha: key("renderamt", "integer", 255),
  /** 1 if the colour goes, 0 if it comes. */
  isIn: value(),
  start: startTime(),
  /** `screenEffects` when it began; 0 before. */
  order: value(),
});

const envFade: EntityClass = {
  names: ["env_fade"],
  state: fade,
  outputs: ["OnBeginFade"],
  spawn: (world, self) => world.set(self, fade.at.isIn, world.hasFlag(self, FADES_IN) ? 1 : 0),
  inputs: {
    Fade: input((world, self, { activator }) => {
      const isPlayer = activator >= 0 && activator === world.player.row;
      if (isPlayer || !world.hasFlag(self, ONLY_ACTIVATOR)) {
        world.set(self, fade.at.order, ++world.screenEffects);
        world.set(self, fade.at.start, world.time);
      }
      world.fire(self, "OnBeginFade", activator);
    }),
  },
};

// env_shake

const shake = layoutOf({
  amplitude: key("amplitude"),
  frequency: key("frequency"),
  duration: key("duration"),
  /** Inches; 0 for everywhere. */
  radius: key("radius"),
  start: startTime(),
  order: value(),
  /** Amplitude for the player; 0 if there is none, or it is too far away. */
  felt: value(),
});

const SHAKES_EVERYWHERE = 1;
/** `MAX_SHAKE_AMPLITUDE` of util.cpp. */
const MOST_AMPLITUDE = 16;
/** Inches from the feet to the middle of a standing player. */
const MIDDLE = 36;

/** Returns the amplitude that the player feels; negative if the shake does not reach it. */
function feltAmplitude(world: EntityWorld, self: number): number {
  const { player, entities } = world;
  if (player.row < 0) return -1;
  const amplitude = Math.min(world.get(self, shake.at.amplitude), MOST_AMPLITUDE);
  const radius = world.hasFlag(self, SHAKES_EVERYWHERE) ? 0 : world.get(self, shake.at.radius);
  if (radius <= 0) return amplitude;
  worldPoint(entities, self, center);
  const at = player.row * 3;
  const { origin } = entities;
  const distance = Math.hypot(
    center[0] - origin[at],
    center[1] - origin[at + 1],
    center[2] - origin[at + 2] - MIDDLE,
  );
  return distance <= radius ? amplitude * (1 - distance / radius) : -1;
}

const center = new Float32Array(3);

const envShake: EntityClass = {
  names: ["env_shake"],
  state: shake,
  inputs: {
    StartShake: input((world, self) => {
      world.set(self, shake.at.felt, Math.max(feltAmplitude(world, self), 0));
      world.set(self, shake.at.order, ++world.screenEffects);
      world.set(self, shake.at.start, world.time);
    }),
    // Ends every shake of the player, not only its own.
    StopShake: input((world, self) => {
      world.set(self, shake.at.start, -1);
      if (feltAmplitude(world, self) >= 0) world.stoppedShakes = world.screenEffects;
    }),
    Amplitude: input((world, self, e) => {
      world.set(self, shake.at.amplitude, e.value);
      const felt = feltAmplitude(world, self);
      if (felt > 0) world.set(self, shake.at.felt, felt);
    }, "float"),
    Frequency: sets(shake.at.frequency, "float"),
  },
};

// game_text

const text = layoutOf({
  message: key("message", "text"),
  channel: key("channel", "integer"),
  x: key("x"),
  y: key("y"),
  effect: key("effect", "integer"),
  color: key("color", "text"),
  color2: key("color2", "text"),
  fadeIn: key("fadein"),
  fadeOut: key("fadeout"),
  holdTime: key("holdtime"),
  fxTime: key("fxtime"),
  master: key("master", "text"),
  start: startTime(),
});

const SHOWS_ALL_PLAYERS = 1;

function display(world: EntityWorld, self: number, activator: number): void {
  if (!isMasterTriggered(world, self, text.at.master)) return;
  const isForAll = world.hasFlag(self, SHOWS_ALL_PLAYERS) || !world.isMultiplayer;
  const isPlayer = activator >= 0 && activator === world.player.row;
  if (isForAll || isPlayer) world.set(self, text.at.start, world.time);
}

const gameText: EntityClass = {
  names: ["game_text"],
  state: text,
  use: display,
  inputs: { Display: input((world, self, { activator }) => display(world, self, activator)) },
};

// env_screenoverlay

const overlay = layoutOf({
  names: unpadded("OverlayName", "text"),
  /** Seconds that each overlay is shown; -1 for ever. */
  times: unpadded("OverlayTime", "float"),
  isActive: value(),
  /** Overlay that an input chose. */
  chosen: value(),
  start: startTime(),
});

/** Ten keys whose numbers have no leading zero. */
function unpadded(name: string, type: "text" | "float") {
  const series = keySeries(name, 10, type);
  return { ...series, keys: Array.from({ length: 10 }, (_, i) => `${name}${i + 1}`) };
}

const envScreenoverlay: EntityClass = {
  names: ["env_screenoverlay"],
  state: overlay,
  inputs: {
    StartOverlays: input((world, self) => {
      if (world.text(self, overlay.at.names) === "") return;
      for (let row = world.findClass("env_screenoverlay", -1); row >= 0; ) {
        world.set(row, overlay.at.isActive, row === self ? 1 : 0);
        row = world.findClass("env_screenoverlay", row);
      }
      world.set(self, overlay.at.start, world.time);
    }),
    StopOverlays: switches(overlay.at.isActive, false),
    SwitchOverlay: input((world, self, e) => {
      const index = Math.abs(e.value - 1);
      if (index > 9 || world.text(self, overlay.at.names + index) === "") return;
      world.set(self, overlay.at.chosen, index);
      world.set(self, overlay.at.start, world.time);
    }, "integer"),
  },
};

// env_screeneffect

const effect = layoutOf({ type: key("type", "integer"), duration: value(), start: startTime() });

const envScreeneffect: EntityClass = {
  names: ["env_screeneffect"],
  state: effect,
  inputs: {
    StartEffect: input((world, self, e) => {
      world.set(self, effect.at.duration, e.value);
      world.set(self, effect.at.start, world.time);
    }, "float"),
    StopEffect: input((world, self) => world.set(self, effect.at.start, -1), "float"),
  },
};

export const SCREEN: readonly EntityClass[] = [
  ...[envFade, envShake, gameText, envScreenoverlay, envScreeneffect],
];

/** Texts that a first picture does not need. */

import { findText } from "./texts.ts";

export const LATE_TEXTS = {
  helpFly:
    "Keys W, A, S, D fly, E and Q go up and down, arrow keys look around, Shift is fast. Or drag to look; on a touch screen the left thumb flies and the right thumb looks.",
  helpOrbit:
    "Drag or use the arrow keys to turn, the wheel or pinch to go nearer. Plus and minus work too.",
  helpNone: "",
  /** The prompt that `interaction-prompt` shows. */
  promptFly: "Drag to look, W A S D to fly",
  promptFlyTouch: "Left thumb flies, right thumb looks",
  promptOrbit: "Drag to turn, wheel to go nearer",
  promptOrbitTouch: "Drag to turn, pinch to go nearer",
  /** Description of a map for screen readers; its parts are separated by spaces. */
  about: "The map {name}.",
  size: "It is {width} by {length} metres, and {height} high.",
  spawns: "It has {count} player starts.",
  oneSpawn: "It has one player start.",
  hotspots: "It has {count} places with a label.",
  oneHotspot: "It has one place with a label.",
  /** Announced after the camera moved; coordinates are inches. */
  moved: "At {x} {y} {z}, looking {direction}{pitch}.",
  inView: "In view: {names}.",
  up: ", up",
  down: ", down",
  directions: "east,north-east,north,north-west,west,south-west,south,south-east",
};

export type LateTexts = typeof LATE_TEXTS;

interface Speaker extends Element {
  readonly strings: Readonly<Record<string, string | undefined>>;
}

/** Returns a text in an element's language. */
export function lateText(
  element: Speaker,
  key: keyof LateTexts,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return findText(element, element.strings, key, values, LATE_TEXTS);
}

/** Colours that distinguish bones. */

/** The golden ratio minus one: hues at its multiples are far apart, whatever their number. */
const GOLDEN = 0.618034;

/** Returns a channel of a colour circle of moderate brightness. */
function channelOf(hue: number): number {
  return 0.2 + 0.68 * Math.min(Math.max(Math.abs((hue % 1) * 6 - 3) - 1, 0), 1);
}

/**
 * Returns a channel of a bone's colour, 0 to 1, sRGB.
 * @param channel red, green, blue: 0 to 2
 */
export function boneColor(bone: number, channel: number): number {
  const hue = (bone * GOLDEN) % 1;
  return channelOf(hue + (channel === 0 ? 0 : channel === 1 ? 2 / 3 : 1 / 3));
}

/** Heat colours of weights from 0 to 1: red, green and blue of each step. */
const HEAT = [
  ...[0.16, 0.18, 0.24, 0.1, 0.35, 0.8, 0.1, 0.75, 0.6],
  ...[0.95, 0.85, 0.2, 0.95, 0.2, 0.1],
];
const STEPS = HEAT.length / 3 - 1;

/** Returns a channel of a weight's heat colour, 0 to 1, sRGB. The weight is 0 to 1. */
export function heatColor(weight: number, channel: number): number {
  const at = Math.min(Math.max(weight, 0), 1) * STEPS;
  const step = Math.min(Math.floor(at), STEPS - 1);
  const part = at - step;
  return HEAT[step * 3 + channel] * (1 - part) + HEAT[step * 3 + 3 + channel] * part;
}

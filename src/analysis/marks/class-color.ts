/** Colours of classes: those that mappers look for have one, the others are told apart. */

const KNOWN: readonly (readonly [start: string, color: number])[] = [
  ["trigger_hurt", 0xff3020],
  ["trigger_push", 0x30c0ff],
  ["trigger_teleport", 0x4060ff],
  ["trigger_changelevel", 0xffffff],
  ["trigger_once", 0xffb840],
  ["trigger_multiple", 0xff9020],
  ["func_buyzone", 0x40d040],
  ["func_bomb_target", 0xff4040],
  ["func_nobuild", 0xd06060],
];

const GOLDEN = 0.618034;

/** sRGB, 0xrrggbb: the same for the same class. @param className in lower case */
export function classColor(className: string): number {
  const known = KNOWN.find(([start]) => className.startsWith(start));
  if (known !== undefined) return known[1];
  let hash = 0;
  for (let i = 0; i < className.length; i++) hash = (hash * 31 + className.charCodeAt(i)) | 0;
  return hueColor(((hash >>> 0) * GOLDEN) % 1);
}

/** @param hue 0 to 1 */
export function hueColor(hue: number): number {
  let color = 0;
  for (const turn of [0, 2 / 3, 1 / 3]) {
    const part = Math.min(Math.max(Math.abs(((hue + turn) % 1) * 6 - 3) - 1, 0), 1);
    color = (color << 8) | Math.round(70 + part * 185);
  }
  return color;
}

import type { TextureLights } from "./vrad/types.ts";

/**
 * Reads a `lights.rad`: a line a material, its name and then "r g b brightness", or eight numbers.
 * Lines that are not of that form (`hdr:`, `ldr:`, `noshadow`, `forcetextureshadow`) and comments
 * are passed over.
 */
export function parseLightsRad(text: string): TextureLights {
  const lights = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const words = line
      .replace(/\/\/.*/, "")
      .trim()
      .split(/\s+/);
    const [name, ...numbers] = words;
    const isLight =
      !/^(hdr|ldr):/i.test(name) &&
      numbers.length >= 4 &&
      numbers.every((word) => Number.isFinite(Number(word)));
    if (isLight) lights.set(name.toLowerCase().replaceAll("\\", "/"), numbers.join(" "));
  }
  return lights;
}

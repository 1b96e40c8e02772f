/** Parses and formats the part of the page's address that describes a particle system. */

import type { LoadParticlesOptions } from "../../viewer/particles/index.ts";

/** State of the particle page that its links hold. */
export interface ParticleView
  extends Pick<LoadParticlesOptions, "system" | "seed" | "points" | "backdrop"> {
  /** Time that is shown at first, paused; 0 plays from the start. */
  readonly seconds: number;
}

const BACKDROPS = ["studio", "black", "grey", "light"] as const;
/** Largest coordinate in inches. */
const MAX_COORDINATE = 131_072;
const MAX_POINT = 63;
/** Largest time of a link: an hour. */
const MAX_SECONDS = 3600;

/** Parses `&system=NAME&seed=7&points=1:0,0,64;2:8,0,0&backdrop=black&at=1.5`. */
export function parseParticleView(search: string): ParticleView {
  const query = new URLSearchParams(search);
  const number = (name: string, most: number): number => {
    const value = Number(query.get(name) ?? "");
    return value > 0 && value <= most ? value : 0;
  };
  const points = new Map<number, readonly [number, number, number]>();
  for (const text of (query.get("points") ?? "").split(";")) {
    const [, point, ...place] = /^(\d{1,2}):([^,]+),([^,]+),([^,]+)$/.exec(text) ?? [];
    const [x, y, z] = place.map(Number);
    if (point === undefined || Number(point) > MAX_POINT) continue;
    if (![x, y, z].every((at) => Math.abs(at) <= MAX_COORDINATE)) continue;
    points.set(Number(point), [x, y, z]);
  }
  return {
    system: query.get("system") || undefined,
    seed: Math.trunc(number("seed", 2 ** 32 - 1)),
    points,
    backdrop: BACKDROPS.find((name) => name === query.get("backdrop")) ?? "studio",
    seconds: number("at", MAX_SECONDS),
  };
}

/** Writes a view into an address, and leaves out what is as it starts. */
export function writeParticleView(
  address: URL,
  { system, seed = 0, points = new Map(), backdrop = "studio", seconds }: ParticleView,
): void {
  const { searchParams: query } = address;
  const set = (name: string, value: string): void => {
    if (value === "") query.delete(name);
    else query.set(name, value);
  };
  set("system", system ?? "");
  set("seed", seed === 0 ? "" : String(seed));
  const rows = [...points].map(([point, place]) => `${point}:${place.map(round).join(",")}`);
  set("points", rows.join(";"));
  set("backdrop", backdrop === "studio" ? "" : backdrop);
  set("at", seconds > 0 ? String(round(seconds)) : "");
}

const round = (value: number): number => Math.round(value * 100) / 100;

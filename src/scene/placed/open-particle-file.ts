/** Opens one system of a PCF alone, over a floor, and yields the events that show it. */

import { MapContent } from "../../content/maps/map-content.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { parsePcf } from "../../formats/pcf/parse-pcf.ts";
import type { Pcf } from "../../formats/pcf/types.ts";
import type { LinearColor } from "../../map/sky-gradient.ts";
import type { PlacedPoint } from "../../particles/systems/placed-systems.ts";
import { frameModel } from "../model/frame-model.ts";
import { buildModelScene, STUDIO_BACKDROP } from "../model/model-scene.ts";
import type { LoadEvent } from "../open/events.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import { listByDistance, pendTextures } from "../textures/texture-queue.ts";
import { reopenTexture, streamTextures } from "../textures/textures.ts";
import { buildSystems } from "./particle-systems.ts";

/** Place of control point 1, ahead of the others, inches: ropes and beams run there. */
const AHEAD = 128;
const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Shown for a system that draws nothing. */
const EMPTY_BOX = Float32Array.of(-32, -32, 0, 32, 32, 64);

/** Backdrop of the particles: floor and backdrop of the model viewer, or one colour. */
export type ParticleBackdrop = "studio" | "black" | "grey" | "light";

/** Linear light of the backdrops of one colour. */
const PLAIN_BACKDROPS: Readonly<Record<Exclude<ParticleBackdrop, "studio">, LinearColor>> = {
  black: [0, 0, 0],
  grey: [0.18, 0.18, 0.18],
  light: [0.75, 0.75, 0.75],
};

export interface ParticleFileOptions extends TextureOptions {
  /** Name of the system, in any case; by default the first that no other system contains. */
  readonly system?: string;
  /** Seed of its random numbers; 0 if left out. */
  readonly seed?: number;
  /**
   * Control points; those that are left out are where they are by default: point 1 ahead of the
   * others, which are at the origin.
   */
  readonly points?: readonly PlacedPoint[];
  /** "studio" if left out. */
  readonly backdrop?: ParticleBackdrop;
  readonly limits?: Limits;
}

/** Returns the control points that are not placed otherwise. */
export const DEFAULT_POINTS: readonly PlacedPoint[] = [0, 1].map((point) => ({
  ...{ point, place: [point * AHEAD, 0, 0], axes: AXES },
}));

/** Thrown if the file has no system of the name. */
export class NoSystemError extends Error {
  override readonly name = "NoSystemError";
}

export type ParticleFileEvent =
  | Extract<LoadEvent, { type: "scene" | "particles" | "texture" }>
  | {
      readonly type: "done";
      readonly warnings: Diagnostics["warnings"];
      /** Name of the system that is shown. */
      readonly system: string;
      /** Bounds of its particles: mins, maxs, inches. */
      readonly box: Float32Array;
      /** The file that was read. */
      readonly pcf: Pcf;
    };

/** Returns the system of a name, or the first that no other contains. */
function chooseSystem({ systems }: Pcf, wanted: string | undefined): string {
  const names = systems.map(({ name }) => name);
  if (wanted === undefined) {
    const inner = new Set(systems.flatMap(({ children }) => children.map(({ system }) => system)));
    const first = names.find((_, row) => !inner.has(row)) ?? names[0];
    if (first === undefined) throw new NoSystemError("the file has no particle systems");
    return first;
  }
  const found = names.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  const known = names.slice(0, 12).join(", ");
  const more = names.length > 12 ? `, and ${names.length - 12} more` : "";
  throw new NoSystemError(`there is no system "${wanted}"; there are ${known || "none"}${more}`);
}

/**
 * @param bytes the file
 * @param sources where materials and textures are searched, in order
 * @throws FormatError (PCF), NoSystemError
 */
export async function* openParticleFile(
  bytes: Uint8Array,
  sources: readonly ContentSource[],
  options: ParticleFileOptions,
): AsyncGenerator<ParticleFileEvent, void> {
  const diagnostics = new Diagnostics();
  const ledger = new Ledger(options.limits);
  const access = { content: new MapContent(sources, diagnostics, ledger), diagnostics, ledger };
  const pcf = parsePcf(bytes);
  const system = chooseSystem(pcf, options.system);
  const own = options.points ?? [];
  const isOwn = ({ point }: PlacedPoint) => own.some((other) => other.point === point);
  const points = [...DEFAULT_POINTS.filter((point) => !isOwn(point)), ...own];
  const listed = [{ effect: system, entity: options.seed ?? 0, startsActive: true, points }];
  const built = await buildSystems({ listed, files: [pcf], tree: null }, access, options);
  const box = built === null ? EMPTY_BOX : joinBoxes(built.places);
  const { backdrop = "studio" } = options;
  const hasFloor = backdrop === "studio";
  const place = { box, hasFloor, exposure: 1, start: frameModel(box) };
  const scene = buildModelScene(system, place);
  const color = hasFloor ? null : PLAIN_BACKDROPS[backdrop];
  const skyGradient =
    color === null
      ? scene.skyGradient
      : { ...STUDIO_BACKDROP, zenith: color, horizon: color, ground: color };
  yield { type: "scene", scene: { ...scene, skyGradient }, entities: [] };
  if (built === null) {
    diagnostics.warn("not-drawn", system, `${system} has no renderer that is drawn.`);
  } else {
    const { particles, placed, textures } = built;
    const { materials } = particles;
    const near = new Float32Array(materials.count);
    const pending = [pendTextures("particles", { materials, textures }, near)];
    yield { type: "particles", particles, placed };
    for (const { owner, files, texture } of listByDistance(pending)) {
      await reopenTexture(files, texture, access, options);
      for (const { image } of streamTextures(files, [texture], access, options)) {
        yield { type: "texture", owner, texture, image };
      }
    }
  }
  yield { type: "done", warnings: diagnostics.warnings, system, box, pcf };
}

/** Inches around the places of particles. */
const MARGIN = 12;

function joinBoxes(boxes: Float32Array): Float32Array {
  const all = boxes.slice(0, 6);
  for (let at = 6; at < boxes.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      all[axis] = Math.min(all[axis], boxes[at + axis]);
      all[axis + 3] = Math.max(all[axis + 3], boxes[at + axis + 3]);
    }
  }
  return all.map((value, axis) => (axis < 3 ? value - MARGIN : value + MARGIN));
}

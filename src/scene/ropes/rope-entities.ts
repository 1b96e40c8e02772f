/** The ropes of a map: `move_rope` and `keyframe_rope`, from each to the one that it names (rope.cpp). */

import type { Ledger } from "../../core/ledger.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import { contentName } from "../materials/content-name.ts";
import { classOf } from "../start/entity-values.ts";
import type { HungRope } from "./hang-rope.ts";

const CLASSES: ReadonlySet<string> = new Set(["move_rope", "keyframe_rope"]);
/** Points, by `Type`; without one, 5. */
const TYPE_POINTS = [10, 4, 2];
const DEFAULT_POINTS = 5;
const DEFAULT_WIDTH = 2;
const MAX_WIDTH = 64;
const DEFAULT_TEXTURE_SCALE = 4;
const DEFAULT_SUBDIVISIONS = 2;
const MAX_SUBDIVISIONS = 7;
/** Of `RopeShader`, which names what `RopeMaterial` does since. */
const SHADER_MATERIALS = ["cable/cable", "cable/rope", "cable/chain"];
/** Where between two points a rope has more of them, as parts of the way; of barbed wire beyond them. */
const BARBED = [1.5, -0.5, 0.5];

export interface RopeEntity extends HungRope {
  readonly material: string;
  /** Inches. */
  readonly width: number;
  /** Of the texture: texels an inch, times 4. */
  readonly textureScale: number;
  readonly between: readonly number[];
}

/** Those that hang somewhere when the map starts; of too many the first. */
export function listRopes(
  entities: readonly Entity[],
  ledger: Ledger,
  onTooMany: () => void,
): RopeEntity[] {
  const found = entities.filter((entity) => CLASSES.has(classOf(entity)));
  if (found.length === 0) return [];
  const byName = new Map<string, Entity>();
  for (const entity of entities) {
    const name = entity.get("targetname")?.toLowerCase() ?? "";
    if (name !== "" && !byName.has(name)) byName.set(name, entity);
  }
  const ropes: RopeEntity[] = [];
  for (const entity of found) {
    const next = byName.get(entity.get("nextkey")?.toLowerCase() ?? "");
    const isDangling = parseInteger(entity.get("dangling")) === 1;
    if (next === undefined && !isDangling) continue;
    if (!ledger.tryTake("ropes", 1)) {
      onTooMany();
      break;
    }
    ropes.push(readRope(entity, next ?? entity, isDangling));
  }
  return ropes;
}

function readRope(entity: Entity, next: Entity, isDangling: boolean): RopeEntity {
  const type = entity.get("type");
  const scale = Number.parseFloat(entity.get("texturescale") ?? "");
  const width = Number.parseFloat(entity.get("width") ?? "");
  const isBarbed = parseInteger(entity.get("barbed")) === 1;
  return {
    from: parseVector(entity.get("origin") ?? ""),
    to: parseVector(next.get("origin") ?? ""),
    points:
      type === undefined ? DEFAULT_POINTS : TYPE_POINTS[Math.min(Math.abs(parseInteger(type)), 2)],
    slack: parseInteger(entity.get("slack")),
    isDangling,
    material: materialOf(entity),
    width: Math.min(Number.isFinite(width) ? Math.max(width, 0) : DEFAULT_WIDTH, MAX_WIDTH),
    textureScale: scale > 0 ? scale : DEFAULT_TEXTURE_SCALE,
    between: isBarbed
      ? BARBED
      : subdivide(parseInteger(entity.get("subdiv"), DEFAULT_SUBDIVISIONS)),
  };
}

function materialOf(entity: Entity): string {
  const material = contentName(entity.get("ropematerial") ?? "", ".vmt");
  if (material !== "") return material;
  const shader = Math.abs(parseInteger(entity.get("ropeshader")));
  return SHADER_MATERIALS[Math.min(shader, 2)];
}

function subdivide(wanted: number): number[] {
  // 255 leaves it to the client.
  const asked = wanted === 255 ? DEFAULT_SUBDIVISIONS : wanted;
  const count = Math.min(Math.max(asked, 0), MAX_SUBDIVISIONS);
  return Array.from({ length: count }, (_, i) => (i + 1) / (count + 1));
}

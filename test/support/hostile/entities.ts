/** Maps whose entities share brush models, or are more than any real map has. */

import { DFACE } from "../../../src/formats/bsp/records/faces.ts";
import { MODELS } from "../../../src/formats/bsp/records/tree.ts";
import { HostileMap } from "./hostile-map.ts";

const WORLD = '{\n"classname" "worldspawn"\n}\n';
const START = '{\n"classname" "info_player_start"\n"origin" "64 64 16"\n}\n';
const BRUSH = '{\n"classname" "func_brush"\n"model" "*1"\n}\n';

/** Builds entities that share one brush model of `faces` faces. */
export function foldEntities(count: number, faces: number): Uint8Array {
  return shareModel(faces, BRUSH.repeat(count));
}

/** Makes entities that show one brush model of `faces` faces, `step` inches apart in a square. */
export function spreadEntities(count: number, faces: number, step: number): Uint8Array {
  const side = Math.ceil(Math.sqrt(count));
  const entities = Array.from({ length: count }, (_, i) => {
    const origin = `${(i % side) * step} ${Math.floor(i / side) * step} 0`;
    return BRUSH.replace("}", `"origin" "${origin}"\n}`);
  });
  return shareModel(faces, entities.join(""));
}

function shareModel(faces: number, entities: string): Uint8Array {
  const map = new HostileMap();
  const roomFaces = map.rows("LUMP_FACES", DFACE).count;
  map.fold("LUMP_FACES", DFACE, faces, {}, { isAppended: true });
  map.edit("LUMP_MODELS", MODELS[0], {
    firstFace: (model) => (model === 0 ? 0 : roomFaces),
    faceCount: (model) => (model === 0 ? roomFaces : faces),
  });
  map.putText(`${WORLD}${START}${entities}`);
  return map.done();
}

/**
 * Builds entities with a brush model that is in all of `leafs` leafs, each in a separate cluster.
 */
export function foldGroups(count: number, leafs: number): Uint8Array {
  const map = new HostileMap();
  map.flatTree(leafs);
  map.edit("LUMP_MODELS", MODELS[0], {
    firstFace: 0,
    faceCount: 10,
    mins: -100,
    maxs: 300,
  });
  map.putText(`${WORLD}${START}${BRUSH.repeat(count)}`);
  return map.done();
}

/** Builds entities without keys, two characters each, compressed. */
export function packedEntities(byteLength: number): Uint8Array {
  const map = new HostileMap();
  map.putRuns("LUMP_ENTITIES", 0, byteLength, Uint8Array.of(0x7b, 0x7d));
  return map.done();
}

/** Builds a map in which every entity has a position outside the number range. */
export function endlessPlace(place: string): Uint8Array {
  const map = new HostileMap();
  const classes = ["info_player_start", "sky_camera", "func_brush", "light", "env_fog_controller"];
  const entities = classes.map(
    (name) =>
      `{\n"classname" "${name}"\n"model" "*1"\n"origin" "${place}"\n"angles" "${place}"\n"scale" "${place}"\n}\n`,
  );
  map.putText(`${WORLD}${entities.join("")}`);
  return map.done();
}

/** Builds an entity with one very long value, compressed. */
export function longValue(byteLength: number): Uint8Array {
  const map = new HostileMap();
  const head = new TextEncoder().encode(`${WORLD}${START}{\n"classname" "light" "pattern" "`);
  map.putRuns("LUMP_ENTITIES", 0, byteLength, new TextEncoder().encode("az"), head);
  return map.done();
}

/** Builds many entities of a class at one place. */
export function repeatEntity(count: number, className: string, ...pairs: string[]): Uint8Array {
  const map = new HostileMap();
  const entity = `{\n"classname" "${className}"\n"origin" "64 64 16"\n${pairs.join("\n")}\n}\n`;
  map.putText(`${WORLD}${entity.repeat(count)}`);
  return map.done();
}

/** Builds a map with a very long sky name that leaves the root folder. */
export function farSky(levels: number): Uint8Array {
  const map = new HostileMap();
  map.putText(`{\n"classname" "worldspawn"\n"skyname" "${"../".repeat(levels)}sky"\n}\n${START}`);
  return map.done();
}

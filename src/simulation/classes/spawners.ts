/** point_template, env_entity_maker and point_teleport of Source SDK 2013. */

import { writeForward } from "../../math/angles.ts";
import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  keySeries,
  layoutOf,
  value,
} from "../entity-class.ts";
import { worldPoint, writeWorldMatrix } from "../hierarchy.ts";

const matrix = new Float32Array(12);
const point = new Float32Array(3);

const template = layoutOf({ names: keySeries("Template", 16, "text") });

const pointTemplate: EntityClass = {
  names: ["point_template"],
  state: template,
  outputs: ["OnEntitySpawned"],
  inputs: {
    ForceSpawn: input((world, self) => {
      writeWorldMatrix(world.entities, self, matrix);
      if (world.spawnTemplate(self, matrix) >= 0) world.fire(self, "OnEntitySpawned", self);
    }),
  },
};

// env_entity_maker

const SPAWNS_ALONE = 1;
const WAITS_FOR_END = 2;
const IGNORES_PLAYER = 4;
const NEEDS_SPACE = 8;
const NEEDS_UNSEEN = 16;

const maker = layoutOf({
  template: key("EntityTemplate", "text"),
  postSpawnSpeed: key("PostSpawnSpeed"),
  /** First entity of the last instance, and where it was made. */
  last: value(-1),
  place: value(0, 3),
});

function make(world: EntityWorld, self: number, at: number): void {
  const row = world.find(world.text(self, maker.at.template), -1, -1, -1, -1);
  if (row < 0 || world.classOf(row) !== pointTemplate) return;
  writeWorldMatrix(world.entities, at, matrix);
  const first = world.spawnTemplate(row, matrix);
  if (first < 0) return;
  world.set(self, maker.at.last, first);
  worldPoint(world.entities, first, point);
  for (let axis = 0; axis < 3; axis++) world.set(self, maker.at.place + axis, point[axis]);
  world.fire(self, "OnEntitySpawned", self);
  if (world.hasFlag(self, SPAWNS_ALONE)) world.thinkIn(self, 0.5);
}

/** Whether what it made last has gone away. Other things are never in its way. */
function hasRoom(world: EntityWorld, self: number): boolean {
  const last = world.get(self, maker.at.last);
  if (!world.isAlive(last)) return true;
  worldPoint(world.entities, last, point);
  return [0, 1, 2].some((axis) => point[axis] !== world.get(self, maker.at.place + axis));
}

function isPlayerLooking(world: EntityWorld, self: number): boolean {
  const { player, entities } = world;
  if (player.row < 0) return false;
  const first = player.row * 3;
  worldPoint(entities, self, point);
  const x = point[0] - entities.origin[first];
  const y = point[1] - entities.origin[first + 1];
  const z = point[2] - entities.origin[first + 2] - player.eyeHeight;
  writeForward(point, entities.angles[first], entities.angles[first + 1]);
  return point[0] * x + point[1] * y + point[2] * z > 0;
}

const envEntityMaker: EntityClass = {
  names: ["env_entity_maker"],
  state: maker,
  outputs: ["OnEntitySpawned", "OnEntityFailedSpawn"],
  activate(world, self) {
    if (world.get(self, maker.at.template) === 0) world.remove(self);
    else if (world.hasFlag(self, SPAWNS_ALONE)) make(world, self, self);
  },
  think(world, self) {
    world.thinkIn(self, 0.5);
    const isThere = world.isAlive(world.get(self, maker.at.last));
    if ((isThere && world.hasFlag(self, WAITS_FOR_END)) || !hasRoom(world, self)) return;
    if (!world.hasFlag(self, IGNORES_PLAYER) && isPlayerLooking(world, self)) return;
    make(world, self, self);
  },
  inputs: {
    ForceSpawn: input((world, self) => {
      const isBlocked =
        (world.hasFlag(self, NEEDS_SPACE) && !hasRoom(world, self)) ||
        (world.hasFlag(self, NEEDS_UNSEEN) && isPlayerLooking(world, self));
      if (isBlocked) world.fire(self, "OnEntityFailedSpawn", self);
      else make(world, self, self);
    }),
    ForceSpawnAtEntityOrigin: input((world, self, { value: name, activator, caller }) => {
      const at = world.find(world.strings.text(name), -1, self, activator, caller);
      if (at >= 0) make(world, self, at);
    }, "text"),
  },
};

// point_teleport: puts its target where it is itself, or where the target was at the start.

const teleport = layoutOf({
  target: key("target", "text"),
  place: value(0, 3),
  angles: value(0, 3),
});
const TO_SPAWN_PLACE = 1;

const pointTeleport: EntityClass = {
  names: ["point_teleport"],
  state: teleport,
  activate(world, self) {
    const name = world.text(self, teleport.at.target);
    const toSpawn = world.hasFlag(self, TO_SPAWN_PLACE);
    const from = toSpawn ? world.find(name, -1, -1, -1, -1) : self;
    if (from < 0) return world.remove(self);
    const { origin, angles, parent } = world.entities;
    if (toSpawn && parent[from] >= 0) return;
    for (let i = 0; i < 3; i++) {
      world.set(self, teleport.at.place + i, origin[from * 3 + i]);
      world.set(self, teleport.at.angles + i, angles[from * 3 + i]);
    }
    if (parent[from] < 0) return;
    worldPoint(world.entities, from, point);
    for (let i = 0; i < 3; i++) world.set(self, teleport.at.place + i, point[i]);
  },
  inputs: {
    Teleport: input((world, self, { activator, caller }) => {
      const { at } = teleport;
      const target = world.find(world.text(self, at.target), -1, self, activator, caller);
      if (target < 0 || world.entities.parent[target] >= 0) return;
      const [x, y, z] = [0, 1, 2].map((i) => world.get(self, at.place + i));
      const [pitch, yaw, roll] = [0, 1, 2].map((i) => world.get(self, at.angles + i));
      if (target === world.player.row) world.player.teleport(x, y, z, pitch, yaw);
      else {
        world.entities.origin.set([x, y, z], target * 3);
        world.entities.angles.set([pitch, yaw, roll], target * 3);
      }
      world.report(self, target, "Teleport");
    }),
  },
};

export const SPAWNERS: readonly EntityClass[] = [pointTemplate, envEntityMaker, pointTeleport];

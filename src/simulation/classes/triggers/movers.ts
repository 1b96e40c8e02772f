/** Triggers that move whoever touches them: triggers.cpp of Source SDK 2013. */

import { writeForward } from "../../../math/angles.ts";
import { type EntityClass, type EntityWorld, input, key, value } from "../../entity-class.ts";
import { worldPoint, writeWorldMatrix } from "../../hierarchy.ts";
import { formatFloat } from "../../values.ts";
import { makeTrigger, passesTrigger, startTouch, triggerLayout } from "./trigger.ts";

const point = new Float32Array(3);
const matrix = new Float32Array(12);

// trigger_teleport

const teleport = triggerLayout({
  target: key("target", "text"),
  landmark: key("landmark", "text"),
});

const triggerTeleport = makeTrigger({
  names: ["trigger_teleport"],
  state: teleport,
  touch(world, self, other) {
    const { player, entities } = world;
    if (other !== player.row || !passesTrigger(world, self, other)) return;
    const name = world.text(self, teleport.at.target);
    const target = world.find(name, -1, -1, other, other);
    if (target < 0) return;
    const landmarkName = world.text(self, teleport.at.landmark);
    const landmark = landmarkName === "" ? -1 : world.find(landmarkName, -1, -1, other, other);
    const first = other * 3;
    let [x, y, z] = [0, 0, 0];
    if (landmark >= 0) {
      worldPoint(entities, landmark, point);
      x = entities.origin[first] - point[0];
      y = entities.origin[first + 1] - point[1];
      z = entities.origin[first + 2] - point[2];
    }
    worldPoint(entities, target, point);
    // Flag 32 keeps the view, too, but it also lets only players in vehicles pass.
    const from = landmark >= 0 ? first : target * 3;
    const { angles } = entities;
    player.teleport(x + point[0], y + point[1], z + point[2], angles[from], angles[from + 1]);
    world.report(self, other, "Teleport", name);
  },
});

const relative = triggerLayout({ offset: key("teleportoffset", "vector") });

const triggerTeleportRelative = makeTrigger({
  names: ["trigger_teleport_relative"],
  state: relative,
  touch(world, self, other) {
    const { player, entities } = world;
    if (other !== player.row || !passesTrigger(world, self, other)) return;
    writeWorldMatrix(entities, self, matrix);
    const [x, y, z] = [0, 1, 2].map(
      (axis) =>
        matrix[axis * 4 + 3] +
        world.modelCenter(self, axis) +
        world.get(self, relative.at.offset + axis),
    );
    player.teleport(x, y, z, entities.angles[other * 3], entities.angles[other * 3 + 1]);
    world.report(self, other, "Teleport");
  },
});

// trigger_push

const push = triggerLayout({
  /** Angles of the direction. */
  direction: key("pushdir", "vector"),
  speed: key("speed"),
  /** Direction in the trigger's own space. */
  own: value(0, 3),
});
const PUSHES_ONCE = 128;

/** Writes the direction of a push in world space. */
function writePush(world: EntityWorld, self: number): void {
  const { at } = push;
  writeWorldMatrix(world.entities, self, matrix);
  const x = world.get(self, at.own);
  const y = world.get(self, at.own + 1);
  const z = world.get(self, at.own + 2);
  for (let row = 0; row < 3; row++) {
    point[row] = matrix[row * 4] * x + matrix[row * 4 + 1] * y + matrix[row * 4 + 2] * z;
  }
}

const triggerPush = makeTrigger({
  names: ["trigger_push"],
  state: push,
  spawn(world, self) {
    const { at } = push;
    if (world.get(self, at.speed) === 0) world.set(self, at.speed, 100);
    writeForward(point, world.get(self, at.direction), world.get(self, at.direction + 1));
    writeWorldMatrix(world.entities, self, matrix);
    for (let axis = 0; axis < 3; axis++) {
      const sum = [0, 1, 2].reduce((all, row) => all + matrix[row * 4 + axis] * point[row], 0);
      world.set(self, at.own + axis, sum);
    }
  },
  startTouch(world, self, other) {
    startTouch(world, self, other);
    if (other !== world.player.row || !passesTrigger(world, self, other)) return;
    writePush(world, self);
    const speed = world.get(self, push.at.speed);
    const shown = [0, 1, 2].map((axis) => formatFloat(Math.round(point[axis] * speed)));
    world.report(self, other, "Push", shown.join(" "));
  },
  touch(world, self, other) {
    const { player } = world;
    if (other !== player.row || !passesTrigger(world, self, other)) return;
    writePush(world, self);
    const speed = world.get(self, push.at.speed);
    if (world.hasFlag(self, PUSHES_ONCE)) {
      player.addImpulse(point[0] * speed, point[1] * speed, point[2] * speed);
      world.remove(self);
    } else player.addPush(point[0] * speed, point[1] * speed, point[2] * speed);
  },
});

// trigger_gravity, trigger_autosave, trigger_changelevel

const gravity = triggerLayout({ gravity: key("gravity") });

const triggerGravity = makeTrigger({
  names: ["trigger_gravity"],
  state: gravity,
  touch(world, self, other) {
    const factor = world.get(self, gravity.at.gravity);
    if (other !== world.player.row || world.player.gravity === factor) return;
    world.player.setGravity(factor);
    world.report(self, other, "SetGravity", formatFloat(factor));
  },
});

const triggerAutosave = makeTrigger({
  names: ["trigger_autosave"],
  spawn(world, self) {
    if (world.isMultiplayer) world.remove(self);
  },
  touch(world, self, other) {
    if (other !== world.player.row) return;
    world.report(self, other, "Save");
    world.remove(self);
  },
});

const changelevel = triggerLayout({ map: key("map", "text") });
const NOT_BY_TOUCH = 2;

function changeLevel(world: EntityWorld, self: number): void {
  world.report(self, world.player.row, "ChangeLevel", world.text(self, changelevel.at.map));
  world.fire(self, "OnChangeLevel", world.player.row);
}

const triggerChangelevel = makeTrigger({
  names: ["trigger_changelevel"],
  state: changelevel,
  outputs: ["OnChangeLevel"],
  startTouch(world, self, other) {
    startTouch(world, self, other);
    if (other === world.player.row && !world.hasFlag(self, NOT_BY_TOUCH)) changeLevel(world, self);
  },
  inputs: { ChangeLevel: input(changeLevel) },
});

export const MOVING_TRIGGERS: readonly EntityClass[] = [
  ...[triggerTeleport, triggerTeleportRelative, triggerPush, triggerGravity, triggerAutosave],
  triggerChangelevel,
];

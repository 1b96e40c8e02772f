/**
 * env_projectedtexture: env_projectedtexture.cpp of Source SDK 2013, with the key values and inputs
 * of the class in the public Mapbase (which are those of Alien Swarm, and some more).
 */

import { LAMP, lampTextureName, writeLamp } from "../../../map/motion/lamp-row.ts";
import type { LampRows } from "../../../map/motion/lamps.ts";
import {
  type EntityClass,
  type EntityWorld,
  type Input,
  input,
  key,
  layoutOf,
  sets,
  switches,
  value,
} from "../../entity-class.ts";
import { worldPoint, writeWorldMatrix } from "../../hierarchy.ts";

const projected = layoutOf({
  target: key("target", "text"),
  fov: key("lightfov", "float", 45),
  /** 0: as `fov`. */
  horizontalFov: key("lighthorfov"),
  hasShadows: key("enableshadows", "boolean"),
  lightsOnlyTarget: key("lightonlytarget", "boolean"),
  lightsWorld: key("lightworld", "boolean", 1),
  isCameraSpace: key("cameraspace", "boolean"),
  ambient: key("ambient"),
  color: key("lightcolor", "text"),
  texture: key("texturename", "text"),
  frame: key("textureframe", "integer"),
  nearZ: key("nearz", "float", 4),
  farZ: key("farz", "float", 750),
  // Mapbase. Negative: the engine's own.
  brightness: key("brightnessscale", "float", 1),
  constant: key("constant_attn", "float", -1),
  linear: key("linear_attn", "float", -1),
  quadratic: key("quadratic_attn", "float", -1),
  shadowAttenuation: key("shadowatten"),
  dontFollowTarget: key("dontfollowtarget", "boolean"),
  /** Whether the map was made for Mapbase: it has the key, whatever its value. */
  version: key("ProjectedTextureVersion", "float", -1),
  isOn: value(1),
});
const { at } = projected;
const STARTS_ON = 1;
const WHITE = "255 255 255 255";

const setFov = (...fields: number[]): Input =>
  input((world, self, e) => {
    for (const field of fields) world.set(self, field, e.value);
  }, "float");

const envProjectedtexture: EntityClass = {
  names: ["env_projectedtexture"],
  state: projected,
  spawn(world, self) {
    if (world.get(self, at.version) < 0) return;
    world.set(self, at.isOn, world.hasFlag(self, STARTS_ON) ? 1 : 0);
  },
  inputs: {
    TurnOn: switches(at.isOn, true),
    TurnOff: switches(at.isOn, false),
    // Every light is followed in each frame.
    AlwaysUpdateOn: input(() => undefined),
    AlwaysUpdateOff: input(() => undefined),
    FOV: setFov(at.fov, at.horizontalFov),
    VerFOV: setFov(at.fov),
    HorFOV: setFov(at.horizontalFov),
    Target: sets(at.target, "text"),
    CameraSpace: sets(at.isCameraSpace, "boolean"),
    LightOnlyTarget: sets(at.lightsOnlyTarget, "boolean"),
    LightWorld: sets(at.lightsWorld, "boolean"),
    EnableShadows: sets(at.hasShadows, "boolean"),
    LightColor: sets(at.color, "text"),
    Ambient: sets(at.ambient, "float"),
    SpotlightTexture: sets(at.texture, "text"),
    SetSpotlightFrame: sets(at.frame, "integer"),
    SetBrightness: sets(at.brightness, "float"),
    SetConstant: sets(at.constant, "float"),
    SetLinear: sets(at.linear, "float"),
    SetQuadratic: sets(at.quadratic, "float"),
    SetShadowAtten: sets(at.shadowAttenuation, "float"),
    SetNearZ: sets(at.nearZ, "float"),
    SetFarZ: sets(at.farZ, "float"),
    StopFollowingTarget: switches(at.dontFollowTarget, true),
    StartFollowingTarget: switches(at.dontFollowTarget, false),
  },
};

export const PROJECTED_TEXTURES: readonly EntityClass[] = [envProjectedtexture];

/** Numbers of the state of a lamp, its place in the world and whether it was removed. */
export const LAMP_STATE = projected.size + 13;

const matrix = new Float32Array(12);
const goal = new Float32Array(3);

/** Returns whether an entity is a projected texture. */
export const isLamp = (world: EntityWorld, entity: number): boolean =>
  world.classOf(entity) === envProjectedtexture;

/**
 * Copies everything that a lamp's row depends on.
 * @param state room for `LAMP_STATE` numbers at `first`
 * @returns whether any differs from what was there
 */
export function copyLampState(
  world: EntityWorld,
  entity: number,
  state: Float64Array,
  first: number,
): boolean {
  const { entities } = world;
  let isChanged = false;
  for (let i = 0; i < LAMP_STATE; i++) {
    const place = i - projected.size;
    if (place === 0) writePlace(world, entity);
    let number = world.get(entity, i);
    if (place >= 0) number = place < 12 ? matrix[place] : entities.isRemoved[entity];
    if (state[first + i] === number) continue;
    state[first + i] = number;
    isChanged = true;
  }
  return isChanged;
}

/** Writes a lamp's present state to its row. Returns the name of its texture. */
export function writeLampNow(
  world: EntityWorld,
  entity: number,
  rows: LampRows["rows"],
  row: number,
): string {
  const isOn = (field: number) => world.get(entity, field) !== 0;
  // A light for its target alone is left out.
  const isShown = isOn(at.isOn) && world.isAlive(entity) && !isOn(at.lightsOnlyTarget);
  writeLamp(rows, row, {
    color: world.text(entity, at.color) || WHITE,
    brightness: world.get(entity, at.brightness),
    fov: world.get(entity, at.fov),
    horizontalFov: world.get(entity, at.horizontalFov),
    nearZ: world.get(entity, at.nearZ),
    farZ: world.get(entity, at.farZ),
    constant: world.get(entity, at.constant),
    linear: world.get(entity, at.linear),
    quadratic: world.get(entity, at.quadratic),
    shadowAttenuation: world.get(entity, at.shadowAttenuation),
    hasLinearColor: world.get(entity, at.version) >= 0,
    isOn: isShown,
    hasShadows: isOn(at.hasShadows),
    lightsWorld: isOn(at.lightsWorld),
  });
  writePlace(world, entity);
  rows.set(matrix, row * LAMP.strideFloats + LAMP.place);
  return lampTextureName(world.text(entity, at.texture), world.get(entity, at.frame));
}

/** Writes the place of a lamp, which turns to its target if it has one. */
function writePlace(world: EntityWorld, entity: number): void {
  writeWorldMatrix(world.entities, entity, matrix);
  if (world.get(entity, at.target) === 0 || world.get(entity, at.dontFollowTarget) !== 0) return;
  if (world.get(entity, at.isCameraSpace) !== 0) return;
  const target = world.find(world.text(entity, at.target), -1, entity, -1, -1);
  if (target < 0) return;
  worldPoint(world.entities, target, goal);
  turnTo(matrix, goal[0] - matrix[3], goal[1] - matrix[7], goal[2] - matrix[11]);
}

/** Turns a matrix forward to a direction, with its left axis level: the engine's `VectorVectors`. */
function turnTo(out: Float32Array, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return;
  const [fx, fy, fz] = [x / length, y / length, z / length];
  const level = Math.sqrt(fx * fx + fy * fy);
  const [lx, ly] = level > 1e-6 ? [-fy / level, fx / level] : [0, 1];
  out[0] = fx;
  out[1] = lx;
  out[2] = -fz * ly;
  out[4] = fy;
  out[5] = ly;
  out[6] = fz * lx;
  out[8] = fz;
  out[9] = 0;
  out[10] = fx * ly - fy * lx;
}

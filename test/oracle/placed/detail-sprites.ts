/**
 * Position and light of a detail sprite by the engine's `detailobjectsystem.cpp` (source-sdk-2013),
 * independent of this project's implementation.
 */

import type { Rgb } from "../light/color.ts";

export type Point = readonly [number, number, number];

/** The relevant fields of a sprite's record and dictionary entry. */
export interface OracleSprite {
  readonly type: "sprite" | "cross" | "triangle";
  readonly orientation: 0 | 1 | 2;
  readonly origin: Point;
  /** Pitch, yaw, roll. */
  readonly angles: Point;
  readonly scale: number;
  readonly upperLeft: readonly [number, number];
  readonly lowerRight: readonly [number, number];
  /** Byte value, 0 to 255. */
  readonly swayAmount: number;
  readonly shapeAngle: number;
  readonly shapeSize: number;
}

const RADIANS = Math.PI / 180;
const add = (a: Point, b: Point, s = 1): Point => [
  a[0] + b[0] * s,
  a[1] + b[1] * s,
  a[2] + b[2] * s,
];
const subtract = (a: Point, b: Point) => add(a, b, -1);

/** `AngleVectors`: forward, right, up. */
function vectorsOf([pitch, yaw, roll]: Point): { forward: Point; right: Point; up: Point } {
  const [sp, cp] = [Math.sin(pitch * RADIANS), Math.cos(pitch * RADIANS)];
  const [sy, cy] = [Math.sin(yaw * RADIANS), Math.cos(yaw * RADIANS)];
  const [sr, cr] = [Math.sin(roll * RADIANS), Math.cos(roll * RADIANS)];
  return {
    forward: [cp * cy, cp * sy, -sp],
    right: [-sr * sp * cy + cr * sy, -sr * sp * sy - cr * cy, -sr * cp],
    up: [cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp],
  };
}

/** `VectorAngles`. */
function anglesOf([x, y, z]: Point): Point {
  return [-Math.atan2(z, Math.hypot(x, y)) / RADIANS, Math.atan2(y, x) / RADIANS, 0];
}

/** `VectorRotate` by the matrix of angles. */
function rotate([x, y, z]: Point, angles: Point): Point {
  const { forward, right, up } = vectorsOf(angles);
  return add(add(add([0, 0, 0], forward, x), right, -y), up, z);
}

/**
 * Returns the corners of its quads: upper left, upper right, lower right, lower left.
 * @param amplitude inches: `cl_detail_max_sway`
 * @param line sway direction of shapes, random in the engine
 */
export function cornersOf(
  sprite: OracleSprite,
  eye: Point,
  time: number,
  amplitude: number,
  line: Point,
): Point[][] {
  const { type, orientation, origin, scale, shapeAngle, shapeSize } = sprite;
  const [left, top] = sprite.upperLeft.map((value) => value * scale);
  const [right, low] = sprite.lowerRight.map((value) => value * scale);
  const most = (sprite.swayAmount / 255) * amplitude;
  const swing = (branch: number) => Math.sin(time + origin[0] + branch) * most;
  const quad = (from: Point, width: Point, height: Point, sway: Point): Point[] => {
    const lowLeft = add(from, height);
    return [add(from, sway), add(add(from, width), sway), add(lowLeft, width), lowLeft];
  };
  if (type === "sprite") {
    const [x, y, z] = subtract(eye, origin);
    const angles = [sprite.angles, anglesOf([x, y, z]), anglesOf([x, y, 0])][orientation];
    const axes = vectorsOf(angles);
    const from = add(add(origin, axes.right, left), axes.up, top);
    const sway = add([0, 0, 0], axes.right, swing(0));
    return [
      quad(
        from,
        add([0, 0, 0], axes.right, right - left),
        add([0, 0, 0], axes.up, low - top),
        sway,
      ),
    ];
  }
  const height = (up: Point) => add([0, 0, 0], up, low - top);
  if (type === "cross") {
    const axes = vectorsOf(sprite.angles);
    const middle = add(origin, axes.up, top);
    const half = (right - left) / 2;
    const sway = add([0, 0, 0], line, swing(0));
    return [axes.right, subtract([0, 0, 0], axes.forward)].map((along) =>
      quad(add(middle, along, -half), add([0, 0, 0], along, 2 * half), height(axes.up), sway),
    );
  }
  return [0, 1, 2].map((branch) => {
    const own = vectorsOf([shapeAngle, branch * 120, 0]);
    const [out, along, up] = [own.forward, own.right, own.up].map((v) => rotate(v, sprite.angles));
    const moved = add(origin, out, (shapeSize / 255) * (right - left));
    const from = add(add(moved, along, left), up, top);
    const sway = add([0, 0, 0], line, swing(branch));
    return quad(from, add([0, 0, 0], along, right - left), height(up), sway);
  });
}

/** `TexLightToLinear` of a ColorRGBExp32; 1 is full light. */
export const lightOfBytes = ([r, g, b, exponent]: readonly number[]): Rgb => {
  const scale = 2 ** (exponent > 127 ? exponent - 256 : exponent);
  return [(r / 255) * scale, (g / 255) * scale, (b / 255) * scale];
};

/** Returns the linear light of a sprite: its own plus styles by brightness, at most full light. */
export function lightOn(
  own: readonly number[],
  styled: readonly { readonly light: readonly number[]; readonly brightness: number }[],
): Rgb {
  const sum = styled.reduce<Point>(
    (total, { light, brightness }) => add(total, lightOfBytes(light), brightness),
    lightOfBytes(own),
  );
  return [Math.min(sum[0], 1), Math.min(sum[1], 1), Math.min(sum[2], 1)];
}

/** Returns the opacity at a distance, if the sprite ends at `end` and fades over `width`. */
export function opacityAt(distance: number, end: number, width: number): number {
  const most = end * end;
  const start = Math.min(Math.max(end - width, 0) ** 2, most - 1);
  return Math.min(Math.max((most - distance * distance) / (most - start), 0), 1);
}

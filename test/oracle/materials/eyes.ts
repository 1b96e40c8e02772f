/**
 * Eyes, independent of the shaders and the model reader. Sources in the engine's public SDK:
 * `Eyes_vs20.fxc` and `eyes_ps2x.fxc`; `eye_refract_vs20.fxc`, `eye_refract_ps2x.fxc` and
 * `eye_refract_helper.h`. The placement of the iris is in no SDK and comes from a public
 * description of an early game's renderer (project Elysium).
 */

import {
  ambientLight,
  type Diffuse,
  diffuseLight,
  dot,
  type LampHere,
  mix,
  scaled,
  sumOf,
  type Triple,
  times,
  unitOf,
} from "./model.ts";

const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const saturate = (v: number) => Math.min(Math.max(v, 0), 1);
const less = (a: Triple, b: Triple) => sumOf(a, scaled(b, -1));

/** A row and its offset. */
type Plane = readonly [row: Triple, offset: number];

/** An eye in world space. */
export interface Eye {
  readonly origin: Triple;
  readonly up: Triple;
  readonly u: Plane;
  readonly v: Plane;
}

/** Builds an eye aimed at a point, in world space. `width` is the size of its iris texture. */
export function eyeOf(
  origin: Triple,
  forward: Triple,
  up: Triple,
  zOffset: number,
  width: number,
): Eye {
  const aside = unitOf(cross(forward, up));
  const looks = unitOf(sumOf(forward, scaled(aside, 2 * zOffset)));
  const right = unitOf(cross(looks, up));
  const top = unitOf(cross(right, looks));
  const plane = (axis: Triple): Plane => {
    const row = scaled(axis, -1 / width);
    return [row, 0.5 - dot(row, origin)];
  };
  return { origin, up, u: plane(right), v: plane(top) };
}

export const irisAt = ({ u, v }: Eye, point: Triple): [number, number] => [
  dot(u[0], point) + u[1],
  dot(v[0], point) + v[1],
];

/** Returns the normal used for lighting an eye. */
export function eyeNormal({ origin, up }: Eye, point: Triple): Triple {
  const half = scaled(up, 0.5);
  const normal = less(point, origin);
  return unitOf(sumOf(scaled(half, -dot(normal, half) * 0.5), normal));
}

export interface Refracting {
  readonly radius: number;
  readonly dilation: number;
  readonly glossiness: number;
  readonly parallax: number;
  readonly bumpStrength: number;
  readonly occlusionColor: Triple;
  readonly isCast: boolean;
}

/** Default parameters. */
export const REFRACTING: Refracting = {
  ...{ radius: 0.5, dilation: 0.5, glossiness: 1, parallax: 0.25, bumpStrength: 1 },
  ...{ occlusionColor: [0.33, 0.33, 0.33], isCast: false },
};

type Texel = readonly [number, number, number, number];

/** Textures of an EyeRefract material by sample position, linear light and alpha. */
export interface RefractingTextures {
  readonly iris: (u: number, v: number) => Texel;
  readonly cornea: (u: number, v: number) => Texel;
  readonly occlusion: Triple;
  readonly env: Triple;
}

export interface Around {
  readonly camera: Triple;
  readonly lamps: readonly LampHere[];
  readonly cube: readonly Triple[];
  readonly diffuse: Diffuse;
}

/** Returns the light from a mesh point to the camera, or `null` if nothing is drawn there. */
export function refractingEye(
  eye: Eye,
  point: Triple,
  textures: RefractingTextures,
  look: Refracting,
  { camera, lamps, cube, diffuse }: Around,
): Triple {
  const normal = unitOf(less(point, eye.origin));
  const up = unitOf(scaled(eye.v[0], -1));
  const left = unitOf(scaled(eye.u[0], -1));
  const tangent = unitOf(cross(up, normal));
  const binormal = unitOf(cross(normal, tangent));
  const toTangent = (v: Triple): Triple => [dot(v, tangent), dot(v, binormal), dot(v, normal)];
  const toWorld = ([x, y, z]: Triple) =>
    sumOf(scaled(tangent, x), scaled(binormal, y), scaled(normal, z));
  const view = unitOf(less(point, camera));
  const seen = unitOf(toTangent(view));
  const bent = unitOf(sumOf(scaled(left, -dot(normal, left) * 0.5), normal));
  const vertexLight = diffuse.warp
    ? sumOf(ambientLight(cube, bent), diffuseLight(normal, lamps, diffuse))
    : sumOf(ambientLight(cube, bent), diffuseLight(bent, lamps, diffuse));

  let place = point;
  if (look.isCast) {
    const from = less(camera, eye.origin);
    const b = dot(from, view);
    const d = b * b - (dot(from, from) - look.radius ** 2);
    place =
      d > 0
        ? sumOf(camera, scaled(view, -b - Math.sqrt(d)))
        : sumOf(eye.origin, scaled(normal, look.radius));
  }
  const [cu, cv] = irisAt(eye, place);
  const [su, sv] = [cu * 0.5 + 0.25, cv * 0.5 + 0.25];
  const cornea = textures.cornea(cu, cv);
  const amount = (cornea[2] * look.parallax) / (1 - seen[2]);
  const [px, py] = [-seen[0] * amount, seen[1] * amount];
  const noise = textures.iris(su + px * 0.5, sv + py * 0.5)[3];
  const bump = (c: number) => (c - 0.5) * look.bumpStrength + noise * 0.1;
  const corneaNormal = unitOf([bump(cornea[0]), bump(cornea[1]), 1]);
  const corneaWorld = unitOf(toWorld(corneaNormal));
  const [x, y] = [su - px - 0.5, sv - py - 0.5];
  const border = saturate(Math.hypot(x, y) / 0.2);
  const wide = 1 + (border - 1) * (saturate(look.dilation) * 2.5 - 1.25);
  const iris = textures.iris(x * wide + 0.5, y * wide + 0.5);

  const under: Triple = [corneaNormal[0] * -2.5, corneaNormal[1] * -2.5, corneaNormal[2]];
  const mirrored = sumOf(view, scaled(corneaWorld, -2 * dot(view, corneaWorld)));
  let inside: Triple = [0, 0, 0];
  let glints: Triple = [0, 0, 0];
  for (const { toLamp, light } of lamps) {
    const toward = toTangent(toLamp);
    const turned = unitOf([0.5 * toward[0], 0.5 * toward[1], Math.max(-toward[2], 0.5)]);
    const facing = Math.abs(dot(under, turned)) ** 6 * 0.5;
    const cone = (1 - saturate((-toward[2] - 0.25) / 0.75)) ** 4;
    inside = sumOf(inside, scaled(light, facing * cornea[3] * cone));
    glints = sumOf(glints, scaled(light, saturate(dot(mirrored, toLamp)) ** 128));
  }
  const mean = scaled(sumOf(...cube), 1 / 6);
  const ambient = saturate(dot(mean, [0.2125, 0.7154, 0.0721]));
  const more = saturate(-dot(under, seen)) * ambient * cornea[3] * 0.5;
  inside = sumOf(inside, [more, more, more]);

  const light = times(
    vertexLight,
    sumOf(times(look.occlusionColor, less([1, 1, 1], textures.occlusion)), textures.occlusion),
  );
  const color = sumOf([iris[0], iris[1], iris[2]], scaled([1, 1, 1], noise * 0.1));
  const env = scaled(times(textures.env, light), look.glossiness);
  return sumOf(times(color, sumOf(light, inside)), env, glints);
}

/** Returns the light of an eye with an iris over a base texture. */
export function plainEye(
  eye: Eye,
  point: Triple,
  base: Triple,
  iris: Texel,
  { lamps, cube, diffuse }: Around,
): Triple {
  const normal = eyeNormal(eye, point);
  const light = sumOf(ambientLight(cube, normal), diffuseLight(normal, lamps, diffuse));
  return times(mix(base, [iris[0], iris[1], iris[2]], iris[3]), light);
}

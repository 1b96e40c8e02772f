/**
 * Procedural bones: `DoAxisInterpBone`, `DoQuatInterpBone` and `DoAimAtBone` of Valve's public
 * bone_setup.cpp.
 */

import type { ProceduralBones } from "../../../src/formats/studio/rig/procedural-types.ts";
import type { Attachments } from "../../../src/formats/studio/rig/rig-types.ts";
import {
  add,
  align,
  axisTurn,
  clamp,
  column,
  concat,
  cross,
  dot,
  invert,
  localOf,
  type Mat,
  matrixOf,
  matrixRow,
  mul,
  type Quat,
  qmul,
  rotate,
  slerp,
  slice,
  sub,
  transform,
  unit,
  type Vec,
} from "./math.ts";

type Place = (bone: number) => Mat;
const seenFrom = (place: Place, parents: ArrayLike<number>, bone: number): Mat =>
  parents[bone] < 0 ? place(bone) : concat(invert(place(parents[bone])), place(bone));

export function axisBone(
  { axisInterpolations: rows }: ProceduralBones,
  row: number,
  place: Place,
  parents: ArrayLike<number>,
): Mat {
  const amounts = column(seenFrom(place, parents, rows.control[row]), rows.axis[row]);
  const picked = amounts.map((v, i) => {
    const at = row * 6 + i * 2 + (v >= 0 ? 0 : 1);
    return { a: Math.abs(v), p: slice(rows.position, at, 3), q: slice(rows.quaternion, at, 4) };
  });
  const [x, y, z] = picked;
  let [p, q]: [Vec, Quat] = [z.p, z.q];
  if (x.a + y.a > 0) {
    const sum = x.a + y.a + z.a;
    q = slerp(slerp(y.q, x.q, x.a / (x.a + y.a)), z.q, z.a / sum);
    p = picked.reduce((at: number[], own) => add(at, mul(own.p, own.a / sum)), [0, 0, 0]);
  }
  return concat(place(parents[rows.bone[row]]), matrixOf({ p, q }));
}

export function turnBone(
  { quaternionInterpolations: rows, triggers }: ProceduralBones,
  row: number,
  place: Place,
  parents: ArrayLike<number>,
): Mat {
  const { q: control } = localOf(seenFrom(place, parents, rows.control[row]));
  const own = Array.from({ length: rows.triggerCount[row] }, (_, k) => {
    const i = rows.firstTrigger[row] + k;
    const angle =
      2 * Math.acos(clamp(Math.abs(dot(slice(triggers.trigger, i, 4), control)), -1, 1));
    const weight = Math.max(0, 1 - angle * triggers.inverseTolerance[i]);
    return { weight, p: slice(triggers.position, i, 3), q: slice(triggers.quaternion, i, 4) };
  });
  const sum = own.reduce((total, { weight }) => total + weight, 0);
  let [p, q]: [Vec, Quat] = [own[0].p, own[0].q];
  if (sum > 0.001) {
    [p, q] = [
      [0, 0, 0],
      [0, 0, 0, 0],
    ];
    for (const one of own.filter(({ weight }) => weight > 0)) {
      q = add(align(one.q, q), mul(one.q, one.weight / sum));
      p = add(p, mul(one.p, one.weight / sum));
    }
    q = unit(q);
  }
  return concat(place(parents[rows.bone[row]]), matrixOf({ p, q }));
}

export function aimedBone(
  { aims: rows }: ProceduralBones,
  row: number,
  place: Place,
  restTurn: Quat,
  attachments: Attachments,
): Mat {
  const parent = place(rows.parent[row]);
  const [own, up] = [slice(rows.aimVector, row, 3), slice(rows.upVector, row, 3)];
  const base = slice(rows.basePosition, row, 3);
  const from = transform(parent, base);
  const at = rows.isAtAttachment[row]
    ? concat(place(attachments.bone[rows.aim[row]]), matrixRow(attachments.local, rows.aim[row]))
    : place(rows.aim[row]);
  const aim = unit(sub(column(at, 3), from));
  const angle = (a: Vec, b: Vec) => Math.acos(clamp(dot(a, b), -1, 1));
  let q = axisTurn(unit(cross(own, aim)), angle(own, aim));
  if (1 - Math.abs(dot(up, own)) > 1.2e-7) {
    const across = (v: Vec) => unit(sub(v, mul(aim, dot(aim, v))));
    const turned = across(rotate(matrixOf({ p: from, q }), up));
    const wanted = across(rotate(concat(parent, matrixOf({ p: base, q: restTurn })), up));
    if (1 - Math.abs(dot(turned, wanted)) > 1.2e-7) {
      q = qmul(axisTurn(unit(cross(turned, wanted)), angle(turned, wanted)), q);
    }
  }
  return matrixOf({ p: from, q });
}

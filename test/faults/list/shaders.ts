import type { Fault } from "../fault.ts";

/** Faults of the picture, which tests notice on Dawn. */
export const SHADERS: readonly Fault[] = [
  {
    name: "the ambient cube is flipped vertically",
    in: "common/light/ambient.wgsl ambientCubeLight",
    operator: "arguments",
    at: /cube\[4\]/,
    caughtBy: "gpu/shader-functions.test.ts",
  },
  {
    name: "smoke stacks twist the other way",
    in: "common/geometry/emitter.wgsl twistedPlace",
    operator: "sign",
    caughtBy: "gpu/emitters.test.ts",
  },
  {
    name: "puffs of a smoke volume are drawn in the order of other effects",
    in: "common/geometry/emitter.wgsl slotInOrder",
    operator: "condition",
    caughtBy: "gpu/emitters.test.ts",
  },
  {
    name: "ropes of particles run on past a gap",
    in: "surfaces/particles.wgsl vertexMain",
    operator: "drop",
    at: /isHidden = isHidden/,
    caughtBy: "render/particles/particles.test.ts",
  },
  {
    name: "spot lights point backwards",
    in: "common/light/lights.wgsl lightRay",
    operator: "sign",
    nth: 2,
    caughtBy: "gpu/shader-functions.test.ts",
  },
  {
    name: "boxes are hidden by the nearest of the occluders",
    in: "common/cull/cull.wgsl isBoxOccluded",
    operator: "bound",
    nth: -1,
    caughtBy: "render/cull/occlusion.test.ts",
  },
  {
    name: "levels of the depth pyramid leave out squares",
    in: "cull/depth-pyramid.wgsl computeMain",
    operator: "number",
    at: /^let step/,
    caughtBy: "render/cull/occlusion.test.ts",
  },
  {
    name: "decals are drawn in the phase before the last",
    in: "cull/test-rows.wgsl computeMain",
    operator: "condition",
    nth: 1,
    at: /isVisible && isLate == hasOcclusion/,
    caughtBy: "render/decals/decals.test.ts",
  },
  {
    name: "lists of a batch forget the batch's first workgroups",
    in: "cull/compact-rows.wgsl drawnBeforeGroup",
    operator: "drop",
    at: /atomicAdd\(&trianglesDrawn/,
    caughtBy: "render/cull/culling.test.ts",
  },
  {
    name: "instances are counted from the wrong bucket on",
    in: "cull/compact-rows.wgsl compactInstances",
    operator: "axis",
    at: /base = drawnBeforeGroup/,
    caughtBy: "render/cull/culling.test.ts",
  },
  {
    name: "the exposure also counts what earlier steps have measured",
    in: "screen/exposure.wgsl measure",
    operator: "drop",
    at: /atomicStore/,
    caughtBy: "render/post/grading/exposure-meter.test.ts",
  },
  {
    name: "workgroups of bloom leave gaps in rows",
    in: "screen/bloom.wgsl shrinkAcross",
    operator: "number",
    at: /group\.x/,
    caughtBy: "render/post/grading/bloom.test.ts",
  },
  {
    name: "bloom uses the height for both directions",
    in: "screen/bloom.wgsl blurDown",
    operator: "axis",
    caughtBy: "render/post/grading/bloom.test.ts",
  },
];

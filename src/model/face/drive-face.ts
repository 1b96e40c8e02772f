import type { FlexControllers } from "../../formats/studio/rig/flex-types.ts";
import type { BoneFlexDrivers } from "../../formats/studio/rig/second-header-types.ts";

/**
 * Controllers of a face that bones drive, by how far each is from its parent: `C_BaseFlex::BuildTransformations` and
 * `SetFlexWeight`, which hold what is 0 to 1 of a driver to the controller's own range. Allocates nothing.
 * @param localPosition 3 a bone: `PosePlayer.localPosition`
 * @param controllers of the table, each in its own range; written
 * @returns whether any is another than it was
 */
export function driveFace(
  { count, bone, controller, component, min, max }: BoneFlexDrivers,
  table: FlexControllers,
  localPosition: Float32Array,
  controllers: Float32Array,
): boolean {
  let isOther = false;
  for (let i = 0; i < count; i++) {
    const at = localPosition[bone[i] * 3 + component[i]];
    const row = controller[i];
    const driven = Math.fround(
      Math.max(table.min[row], Math.min(table.max[row], shareOf(at, min[i], max[i]))),
    );
    if (controllers[row] === driven) continue;
    controllers[row] = driven;
    isOther = true;
  }
  return isOther;
}

/** `RemapValClamped` to 0 and 1. */
function shareOf(value: number, zero: number, one: number): number {
  if (zero === one) return value >= one ? 1 : 0;
  const share = (value - zero) / (one - zero);
  return share > 0 ? Math.min(1, share) : 0;
}

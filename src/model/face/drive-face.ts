import type { FlexControllers } from "../../formats/studio/rig/flex-types.ts";
import type { BoneFlexDrivers } from "../../formats/studio/rig/rig-types.ts";

/**
 * Sets face controllers from bones, by each bone's offset from its parent:
 * `C_BaseFlex::BuildTransformations` and `SetFlexWeight`, which clamp the driver's 0 to 1 to the
 * controller's own range. Allocates nothing.
 * @param localPosition 3 numbers a bone: `PosePlayer.localPosition`
 * @param controllers values in their own ranges; overwritten
 * @returns true if any controller changed
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

/** Maps a value linearly, `zero` to 0 and `one` to 1, clamped: `RemapValClamped`. */
function shareOf(value: number, zero: number, one: number): number {
  if (zero === one) return value >= one ? 1 : 0;
  const share = (value - zero) / (one - zero);
  return share > 0 ? Math.min(1, share) : 0;
}

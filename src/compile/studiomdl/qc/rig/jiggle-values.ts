/**
 * Values of `$jigglebone` by name: their column in `JiggleBones`, and whether the script gives them
 * in degrees. The names are from the Valve Developer Community's page.
 */

import { JIGGLE, type JiggleBones } from "../../../../formats/studio/rig/procedural-types.ts";

type Column = Exclude<keyof JiggleBones, "count" | "bone" | "flags">;

export interface JiggleValue {
  readonly column: Column;
  readonly at: number;
  readonly isAngle?: boolean;
  /** Flag of the value, set if the script states it. */
  readonly flag?: number;
  /** Default value. */
  readonly initial: number;
}

/** Blocks of the statement, with their flags. */
export const JIGGLE_BLOCKS: Readonly<Record<string, number>> = {
  is_flexible: JIGGLE.IS_FLEXIBLE,
  is_rigid: JIGGLE.IS_RIGID,
  has_base_spring: JIGGLE.HAS_BASE_SPRING,
  is_boing: JIGGLE.IS_BOING,
};

/** Returns a value of a spring. `initial` is used if the script does not state it. */
const row = (column: Column, at: number, initial = 0, flag?: number): JiggleValue => ({
  column,
  at,
  initial,
  ...(flag === undefined ? {} : { flag }),
});
const angle = (column: Column, at: number, flag?: number): JiggleValue => ({
  ...row(column, at, 0, flag),
  isAngle: true,
});

/** Values of `is_flexible` and `is_rigid`. A name with two rows takes minimum and maximum. */
const TIP: Readonly<Record<string, readonly JiggleValue[]>> = {
  length: [row("length", 0, 10)],
  tip_mass: [row("tipMass", 0)],
  yaw_stiffness: [row("yaw", 0, 100)],
  yaw_damping: [row("yaw", 1)],
  pitch_stiffness: [row("pitch", 0, 100)],
  pitch_damping: [row("pitch", 1)],
  along_stiffness: [row("along", 0, 100)],
  along_damping: [row("along", 1)],
  angle_constraint: [angle("angleLimit", 0, JIGGLE.HAS_ANGLE_CONSTRAINT)],
  yaw_constraint: [angle("yawLimit", 0, JIGGLE.HAS_YAW_CONSTRAINT), angle("yawLimit", 1)],
  yaw_friction: [row("yawLimit", 2)],
  yaw_bounce: [row("yawLimit", 3)],
  pitch_constraint: [angle("pitchLimit", 0, JIGGLE.HAS_PITCH_CONSTRAINT), angle("pitchLimit", 1)],
  pitch_friction: [row("pitchLimit", 2)],
  pitch_bounce: [row("pitchLimit", 3)],
};

const BASE: Readonly<Record<string, readonly JiggleValue[]>> = {
  base_mass: [row("base", 0)],
  stiffness: [row("base", 1, 100)],
  damping: [row("base", 2)],
  left_constraint: [row("baseLimit", 0, -100), row("baseLimit", 1, 100)],
  left_friction: [row("baseLimit", 2)],
  up_constraint: [row("baseLimit", 3, -100), row("baseLimit", 4, 100)],
  up_friction: [row("baseLimit", 5)],
  forward_constraint: [row("baseLimit", 6, -100), row("baseLimit", 7, 100)],
  forward_friction: [row("baseLimit", 8)],
};

const BOING: Readonly<Record<string, readonly JiggleValue[]>> = {
  impact_speed: [row("boing", 0, 100)],
  impact_angle: [angle("boing", 1)],
  damping_rate: [row("boing", 2, 0.25)],
  frequency: [row("boing", 3, 30)],
  amplitude: [row("boing", 4, 0.35)],
};

/** Values by the script's blocks. */
export const JIGGLE_VALUES: Readonly<
  Record<string, Readonly<Record<string, readonly JiggleValue[]>>>
> = { is_flexible: TIP, is_rigid: TIP, has_base_spring: BASE, is_boing: BOING };

/** Returns the key of a value in `QcJiggleBone.values`. */
export const jiggleKey = ({ column, at }: JiggleValue): string => `${column}.${at}`;

/** All values, each once. */
export const ALL_JIGGLE_VALUES: readonly JiggleValue[] = [TIP, BASE, BOING].flatMap((block) =>
  Object.values(block).flat(),
);

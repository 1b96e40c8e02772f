export type QcVector = readonly [number, number, number];
export type QcBox = readonly [mins: QcVector, maxs: QcVector];

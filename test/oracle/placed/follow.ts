/**
 * Position of an entity attached to a model, by `CBaseEntity::CalcAbsolutePosition` and `SetParent`
 * of Valve's `baseentity.cpp` and attachments of `c_baseanimating.cpp`. Matrices are lists of rows.
 */

import { concat, type Matrix } from "../pose/pose.ts";

export interface OracleAttachment {
  readonly bone: number;
  readonly local: Matrix;
  readonly isAligned?: boolean;
}

const turns = (m: Matrix, turn: (value: number, row: number, column: number) => number): Matrix =>
  m.map((row, r) =>
    row.map((value, c) => (c < 3 ? turn(value, r, c) : value)),
  ) as unknown as Matrix;

/**
 * @param entity to the world, without its scale
 * @param bones current bone matrices of the model
 */
export function attachmentAt(
  entity: Matrix,
  scale: number,
  bones: readonly Matrix[],
  { bone, local, isAligned = false }: OracleAttachment,
): Matrix {
  const large = turns(entity, (value) => value * scale);
  const at = concat(concat(large, bones[bone]), local);
  return turns(at, (value, row, column) => (isAligned ? +(row === column) : value / scale));
}

/** Returns a child's offset in the attachment's space when it is attached. */
export function keptOffset(attachment: Matrix, child: Matrix): Matrix {
  return concat(invert(attachment), child);
}

/** Inverts any invertible matrix. */
export function invert(m: Matrix): Matrix {
  const [a, b, c] = m;
  const cross = (p: readonly number[], q: readonly number[]) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const columns = [cross(b, c), cross(c, a), cross(a, b)];
  const size = a[0] * columns[0][0] + a[1] * columns[0][1] + a[2] * columns[0][2];
  return [0, 1, 2].map((row) => {
    const own = columns.map((column) => column[row] / size);
    return [...own, -(own[0] * a[3] + own[1] * b[3] + own[2] * c[3])];
  }) as unknown as Matrix;
}

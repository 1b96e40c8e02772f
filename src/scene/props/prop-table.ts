/** Appends rows to the static props, so that the same code draws them. */

import type { StaticProps } from "../../formats/bsp/types.ts";

/**
 * Columns of `StaticProps` for added rows. Models are rows of `modelName`; each row has at most one
 * leaf.
 */
export interface AddedProps {
  readonly count: number;
  readonly modelName: readonly string[];
  readonly model: Uint32Array;
  readonly origin: Float32Array;
  readonly angles: Float32Array;
  /** Leaf of each row; if empty, those that its box overlaps. */
  readonly leaf: Uint32Array;
  readonly flags: Uint32Array;
  readonly skin: Int32Array;
  readonly fadeMinDist: Float32Array;
  readonly fadeMaxDist: Float32Array;
  readonly diffuseModulation: Uint8Array;
  readonly uniformScale: Float32Array;
  /** Lighting origin of rows whose flags require one; omitted if no row has one. */
  readonly lightingOrigin?: Float32Array;
  /** Omitted if the props do not fade by screen size. */
  readonly forcedFadeScale?: Float32Array;
}

export function appendProps(table: StaticProps | null, added: AddedProps): StaticProps {
  const own = table ?? NO_PROPS;
  const { count } = added;
  const hasLeafs = added.leaf.length > 0;
  return {
    version: own.version,
    recordBytes: own.recordBytes,
    modelName: [...own.modelName, ...added.modelName],
    leaf: join(own.leaf, added.leaf),
    count: own.count + count,
    origin: join(own.origin, added.origin),
    angles: join(own.angles, added.angles),
    model: join(
      own.model,
      added.model.map((row) => own.modelName.length + row),
    ),
    firstLeaf: join(
      own.firstLeaf,
      Uint32Array.from({ length: count }, (_, i) => own.leaf.length + (hasLeafs ? i : 0)),
    ),
    leafCount: join(own.leafCount, new Uint32Array(count).fill(Number(hasLeafs))),
    solid: join(own.solid, new Uint8Array(count)),
    flags: join(own.flags, added.flags),
    skin: join(own.skin, added.skin),
    fadeMinDist: join(own.fadeMinDist, added.fadeMinDist),
    fadeMaxDist: join(own.fadeMaxDist, added.fadeMaxDist),
    lightingOrigin: join(own.lightingOrigin, added.lightingOrigin ?? new Float32Array(count * 3)),
    forcedFadeScale: join(own.forcedFadeScale, added.forcedFadeScale ?? new Float32Array(count)),
    dxLevels: join(own.dxLevels, new Uint16Array(count * 2)),
    systemLevels: join(own.systemLevels, new Uint8Array(count * 4)),
    diffuseModulation: join(own.diffuseModulation, added.diffuseModulation),
    uniformScale: join(own.uniformScale, added.uniformScale),
  };
}

const NO_WORDS = new Uint32Array(0);
const NO_FLOATS = new Float32Array(0);
const NO_BYTES = new Uint8Array(0);
const NO_PROPS: StaticProps = {
  ...{ version: 0, recordBytes: 0, modelName: [], count: 0, skin: new Int32Array(0) },
  ...{ leaf: NO_WORDS, model: NO_WORDS, firstLeaf: NO_WORDS, leafCount: NO_WORDS, flags: NO_WORDS },
  ...{ origin: NO_FLOATS, angles: NO_FLOATS, fadeMinDist: NO_FLOATS, fadeMaxDist: NO_FLOATS },
  ...{ lightingOrigin: NO_FLOATS, forcedFadeScale: NO_FLOATS, uniformScale: NO_FLOATS },
  ...{ solid: NO_BYTES, diffuseModulation: NO_BYTES },
  ...{ dxLevels: new Uint16Array(0), systemLevels: NO_BYTES },
};

type Columns = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array;

function join<A extends Columns>(a: A, b: A): A {
  const out = new (a.constructor as new (length: number) => A)(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

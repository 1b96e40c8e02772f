import type { SmdTriangles } from "../../formats/smd/types.ts";

/** `MAX_NUM_BONES_PER_VERT` */
const MAX_WEIGHTS = 3;

/** Bones and weights of a vertex, largest weight first. The weights sum to 1. */
export interface VertexWeights {
  readonly bones: readonly number[];
  readonly weights: readonly number[];
}

const RIGID: VertexWeights = { bones: [0], weights: [1] };

/**
 * Returns the three largest weights of a vertex, scaled to sum to 1. `boneOf` gives a node's bone.
 */
export function limitWeights(
  triangles: SmdTriangles,
  vertex: number,
  boneOf: readonly number[],
  isStaticProp: boolean,
): VertexWeights {
  if (isStaticProp) return RIGID;
  const { firstLink, linkBone, linkWeight } = triangles;
  const links: { bone: number; weight: number }[] = [];
  for (let i = firstLink[vertex]; i < firstLink[vertex + 1]; i++) {
    links.push({ bone: boneOf[linkBone[i]], weight: linkWeight[i] });
  }
  if (links.length === 1) return { bones: [links[0].bone], weights: [1] };
  links.sort((a, b) => b.weight - a.weight || a.bone - b.bone);
  const kept = links.slice(0, MAX_WEIGHTS);
  const sum = kept.reduce((total, { weight }) => total + weight, 0);
  return {
    bones: kept.map(({ bone }) => bone),
    weights: kept.map(({ weight }) => Math.fround(weight / sum)),
  };
}

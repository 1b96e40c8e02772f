/**
 * Waves of flowing water, from `water_ps2x.fxc` of the public Alien Swarm SDK, independent of the
 * shaders.
 */

type Pair = readonly [number, number];
type Vec3 = readonly [number, number, number];
/** Samples a texture with filtering, 0 to 1. */
type Read = (s: number, t: number) => Vec3;

export interface FlowLook {
  readonly worldUvScale: number;
  readonly normalUvScale: number;
  readonly interval: number;
  readonly distance: number;
  readonly strength: number;
  readonly timeScale: number;
  readonly noiseScale: number;
  readonly flow: Read;
  readonly noise: Read;
  readonly normal: Read;
}

const fract = (v: number) => v - Math.floor(v);

/**
 * Returns the normal in world space, nearly of unit length. `place`: x and y; `texCoord`: of the
 * vertices.
 */
export function flowNormal(place: Pair, texCoord: Pair, time: number, look: FlowLook): Vec3 {
  const at: Pair = [place[0], -place[1]];
  const [, noise] = look.noise(at[0] * look.noiseScale, at[1] * look.noiseScale);
  const [r, g] = look.flow(texCoord[0] / look.worldUvScale, texCoord[1] / look.worldUvScale);
  const flow: Pair = [r * 2 - 1, g * 2 - 1];
  const turns = (time * look.timeScale + noise) / (look.interval * 2);
  const phase = (later: number, offset: number) => {
    const jump = Math.floor(turns + later) * 0.311 + offset;
    const gone = fract(turns + later) * look.distance;
    const [s, t] = [0, 1].map((k) => at[k] / look.normalUvScale + jump + gone * flow[k]);
    return look.normal(s, t);
  };
  const [first, second] = [phase(0, 0), phase(0.5, 0.5)];
  const share = Math.abs(2 * fract(turns) - 1);
  const scale = (flow[0] ** 2 + flow[1] ** 2 + 0.1) * look.strength;
  const [x, y] = [0, 1].map((k) => (2 * (first[k] + (second[k] - first[k]) * share) - 1) * scale);
  return [x, y, Math.sqrt(Math.max(1 - x * x - y * y, 0))];
}

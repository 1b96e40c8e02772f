/**
 * Material proxies by the engine's sources: `mathproxy.cpp`, `texturescrollmaterialproxy.cpp`,
 * `matrixproxy.cpp` and `baseanimatedtextureproxy.cpp` of `game/client`.
 */

export function sineProxy(time: number, min: number, max: number, period: number, offset = 0) {
  const wave = Math.sin((2 * Math.PI * (time - offset)) / (period === 0 ? 1 : period)) * 0.5 + 0.5;
  return (max - min) * wave + min;
}

export function wrapMinMaxProxy(value: number, min: number, max: number): number {
  if (max <= min) return min;
  let share = (value - min) / (max - min);
  if (share >= 0) share -= Math.trunc(share);
  else share -= Math.trunc(share) - 1;
  return share * (max - min) + min;
}

/** Returns offsets along s and t, 0 to 1. */
export function scrollProxy(time: number, rate: number, degrees: number): [number, number] {
  const wrap = (moved: number) => {
    const positive = moved < 0 ? moved + 1 - Math.trunc(moved) : moved;
    return positive - Math.trunc(positive);
  };
  const angle = (degrees * Math.PI) / 180;
  return [wrap(time * Math.cos(angle) * rate), wrap(time * Math.sin(angle) * rate)];
}

export function animatedFrame(time: number, rate: number, frames: number, wraps = true): number {
  const shown = Math.trunc(rate * Math.max(time, 0));
  return wraps || shown < frames ? shown % frames : frames - 1;
}

/** Transforms a texture coordinate by multiplied matrices. */
export function transformProxy(
  [s, t]: readonly [number, number],
  center: readonly [number, number],
  scale: readonly [number, number],
  degrees: number,
  move: readonly [number, number],
): [number, number] {
  const [x, y] = [(s - center[0]) * scale[0], (t - center[1]) * scale[1]];
  const angle = (degrees * Math.PI) / 180;
  return [
    x * Math.cos(angle) - y * Math.sin(angle) + center[0] + move[0],
    x * Math.sin(angle) + y * Math.cos(angle) + center[1] + move[1],
  ];
}

/** Converts a gamma-space value to light by the engine's gamma 2.2. */
export const linearOf = (value: number) => (value > 1 ? value : Math.max(value, 0) ** 2.2);

/**
 * Player speeds on level ground and jump heights per tick, by the engine's gamemovement.cpp
 * (`Friction`, `Accelerate`, `StartGravity`, `CheckJumpButton`, `FinishGravity`), in one dimension.
 */

const TICK = 0.015;

/**
 * Returns inches per second after each tick, from rest or from `speed`. `wish` 0: no key is held.
 */
export function groundSpeeds(wish: number, ticks: number, speed = 0): number[] {
  return Array.from({ length: ticks }, () => {
    if (speed >= 0.1) speed = Math.max(0, speed - Math.max(speed, 100) * 4 * TICK);
    const lacking = wish - speed;
    if (lacking > 0) speed += Math.min(lacking, 10 * TICK * wish);
    if (speed < 1) speed = 0;
    return speed;
  });
}

/** Returns inches above the ground after each tick of a jump, until landing. */
export function jumpHeights(gravity: number, jumpSpeed: number): number[] {
  const heights: number[] = [];
  let height = 0;
  // Half a tick's gravity applies before the jump and half in the jump itself.
  let speed = jumpSpeed - gravity * TICK;
  for (;;) {
    height += speed * TICK;
    if (height < 0) return heights;
    heights.push(height);
    speed -= gravity * TICK;
  }
}

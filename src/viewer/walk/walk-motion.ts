/**
 * Walks instead of flying: takes the same wishes, in ticks of the engine's server, and shows places
 * between ticks. While a simulation plays and knows the player, the ticks are the simulation's;
 * otherwise they follow the clock.
 */

import type { MapHulls } from "../../map/hulls.ts";
import type { Player, PlayerPlace, Solids } from "../../simulation/index.ts";
import type { HullTrace } from "../../visibility/hull-trace.ts";
import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";
import { type FlyMotion, type FlyWish, MAX_STEP, TURN_SPEED } from "../input/fly-motion.ts";
import type { MapPlayer } from "../simulation/map-player.ts";
import type { Walker } from "../simulation/walker.ts";
import { findUsed } from "./find-used.ts";
import { freeBody, placeBody } from "./place-body.ts";
import type { WalkBody, WalkGround, WalkKeys } from "./walk-body.ts";
import { STEP_SIZE, TICK_SECONDS } from "./walk-rules.ts";
import { walkTick } from "./walk-tick.ts";

/** Speed in inches per second at which the eyes follow the feet on stairs. */
const STAIR_SPEED = 160;
/** Distance in inches by which the camera must differ to count as moved by other code. */
const MOVED = 0.05;

export interface WalkMotionOptions {
  /** Returns the wish speed that counts as walking: faster runs, slower ducks. */
  readonly speed: () => number;
  /** Lowest height of the map: a player who falls far below it returns to the last ground. */
  readonly lowest: number;
  /** Returns the simulation of the map, or `null`. */
  readonly player: () => MapPlayer | null;
}

export class WalkMotion implements FlyMotion, Walker {
  readonly hulls: MapHulls;
  readonly #body: WalkBody;
  readonly #camera: ViewerCamera;
  readonly #options: WalkMotionOptions;
  readonly #keys: WalkKeys = {
    ...{ forward: 0, left: 0, pitch: 0, yaw: 0 },
    ...{ jump: false, duck: false, fast: false },
  };
  /** Eye positions one tick ago and now. */
  readonly #before = new Float64Array(3);
  readonly #now = new Float64Array(3);
  readonly #shown = new Float64Array(3);
  readonly #lastGround = new Float64Array(3);
  #left = 0;
  /** Height in inches by which the eyes still lag behind the feet on stairs. */
  #behind = 0;
  /** Degrees by which the map has turned the view, one tick ago, now, and as shown. */
  #turnBefore = 0;
  #turnNow = 0;
  #turnShown = 0;
  /** Trace of the map as built, for walks without a simulation. */
  readonly #ownTrace: HullTrace;
  /** The simulation that is followed, and its solids. */
  #player: MapPlayer | null = null;
  #solids: Solids | null = null;
  /** Place that the simulation was told last, and what it had done to the player by then. */
  readonly #placed: PlayerPlace = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };
  readonly #found: PlayerPlace = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };
  readonly #impulse = new Float64Array(3);
  #teleports = 0;
  #velocities = 0;

  constructor(body: WalkBody, hulls: MapHulls, camera: ViewerCamera, options: WalkMotionOptions) {
    this.#body = body;
    this.hulls = hulls;
    this.#camera = camera;
    this.#options = options;
    this.#ownTrace = body.trace;
  }

  /** Places the player at the camera; returns `false` if there is no room. */
  place(camera: ViewerCamera): boolean {
    const body = this.#body;
    this.#gather(camera.x, camera.y, camera.z);
    if (!placeBody(body, camera.x, camera.y, camera.z)) return false;
    this.#restart();
    this.#lastGround.set([body.x, body.y, body.z]);
    this.#show(camera, 1);
    return true;
  }

  step(camera: ViewerCamera, wish: FlyWish, seconds: number): void {
    const dt = Math.min(Math.max(seconds, 0), MAX_STEP);
    camera.yaw = wrapYaw(camera.yaw + wish.turnYaw * TURN_SPEED * dt + wish.yawDelta);
    camera.pitch = clampPitch(camera.pitch + wish.turnPitch * TURN_SPEED * dt + wish.pitchDelta);
    wish.yawDelta = wish.pitchDelta = 0;
    this.#followSimulation();
    const shown = this.#shown;
    const way =
      Math.abs(camera.x - shown[0]) + Math.abs(camera.y - shown[1]) + Math.abs(camera.z - shown[2]);
    // Other code moved the camera. Without room for the player, nothing moves.
    if (way > MOVED && !this.place(camera)) return;
    const keys = this.#keys;
    const usual = this.#options.speed();
    keys.forward = Math.min(1, Math.max(-1, wish.forward));
    keys.left = Math.min(1, Math.max(-1, wish.left));
    keys.jump = wish.up > 0.5;
    keys.duck = wish.up < -0.5 || wish.speed < usual * 0.5;
    keys.fast = wish.speed > usual * 2;
    keys.pitch = camera.pitch;
    keys.yaw = camera.yaw;
    if (this.#player?.isWalking) {
      this.#left = 0;
      this.#show(camera, this.#player.part);
      return;
    }
    this.#left += dt;
    while (this.#left >= TICK_SECONDS) {
      this.#left -= TICK_SECONDS;
      this.#tick();
      this.#writeEyes();
    }
    this.#show(camera, this.#left / TICK_SECONDS);
  }

  stop(): void {
    this.#body.vx = this.#body.vy = 0;
  }

  /** Ends walking in the simulation. */
  leave(): void {
    if (this.#player?.walker === this) this.#player.walker = null;
  }

  /** Entity that the use key uses; −1 for none, `null` without a simulation. */
  findUsed(): number | null {
    if (this.#solids === null) return null;
    this.#gather(this.#body.x, this.#body.y, this.#body.z);
    return findUsed(this.#solids, this.#camera);
  }

  // For the simulation.

  walk(solids: Solids): void {
    this.#takeSolids(solids);
    this.#tick();
  }

  writePlace(solids: Solids, player: Player, out: PlayerPlace): void {
    this.#teleports = player.teleports;
    this.#velocities = player.velocities;
    for (let axis = 0; axis < 3; axis++) this.#impulse[axis] = player.impulse(axis);
    const body = this.#body;
    const placed = this.#placed;
    placed.x = body.x;
    placed.y = body.y;
    placed.z = body.z;
    placed.pitch = this.#camera.pitch;
    placed.yaw = this.#camera.yaw;
    placed.isDucked = body.isDucked;
    // While it is pulled to a ladder, it passes through everything.
    placed.isSolid = !body.ride.isDrawn;
    placed.ground = body.onGround ? solids.entityOf(body.groundModel) : -1;
    Object.assign(out, placed);
  }

  follow(player: Player): void {
    const body = this.#body;
    const placed = this.#placed;
    const found = this.#found;
    if (player.readPlace(found)) {
      if (player.teleports === this.#teleports) {
        body.x += found.x - placed.x;
        body.y += found.y - placed.y;
        body.z += found.z - placed.z;
        this.#turnNow += found.yaw - placed.yaw;
        Object.assign(placed, found);
      } else this.#teleport(found);
      this.#takeVelocities(player);
    }
    this.#writeEyes();
  }

  /** Takes the velocities that triggers and trains gave in a tick. */
  #takeVelocities(player: Player): void {
    const body = this.#body;
    body.weight = player.gravity || 1;
    if (player.velocities !== this.#velocities) {
      body.vx = player.velocity(0);
      body.vy = player.velocity(1);
      body.vz = player.velocity(2);
    }
    const up = player.impulse(2) - this.#impulse[2];
    body.vx += player.impulse(0) - this.#impulse[0];
    body.vy += player.impulse(1) - this.#impulse[1];
    body.vz += up;
    if (up > 0) body.leaveGround();
    const [x, y, z] = [player.push(0), player.push(1), player.push(2)];
    if (x === 0 && y === 0 && z === 0) return;
    body.baseX = x;
    body.baseY = y;
    body.baseZ = z;
    body.hasBase = true;
    if (z <= 0 || !body.onGround) return;
    body.leaveGround();
    body.z += 1;
  }

  #teleport(to: PlayerPlace): void {
    const body = this.#body;
    body.x = to.x;
    body.y = to.y;
    body.z = to.z;
    body.leaveGround();
    body.ride.leave();
    this.#camera.pitch = clampPitch(to.pitch);
    this.#camera.yaw = wrapYaw(to.yaw);
    Object.assign(this.#placed, to);
    this.#restart();
  }

  /** Follows the simulation of the map, once there is one. */
  #followSimulation(): void {
    const player = this.#options.player();
    if (player === this.#player && (player === null || player.solids === this.#solids)) return;
    this.#player = player;
    if (player !== null) player.walker = this;
    this.#takeSolids(player?.solids ?? null);
  }

  #takeSolids(solids: Solids | null): void {
    if (solids === this.#solids) return;
    this.#solids = solids;
    this.#body.trace = solids?.trace ?? this.#ownTrace;
    this.#body.ground = solids === null ? null : groundOf(solids);
    this.#body.groundModel = -1;
  }

  #gather(x: number, y: number, z: number): void {
    this.#solids?.gather(x, y, z);
  }

  #tick(): void {
    const body = this.#body;
    this.#turnBefore = this.#turnNow;
    this.#gather(body.x, body.y, body.z);
    const isStuck = this.#solids !== null && body.isStuckAt(body.x, body.y, body.z);
    // A model has come to where the player is.
    if (isStuck && body.trace.hit.model >= 0) freeBody(body);
    const { z, onGround } = body;
    walkTick(body, this.#keys);
    const rise = body.z - z;
    const isStair = onGround && body.onGround && Math.abs(rise) <= STEP_SIZE + 1;
    if (isStair && Math.abs(rise) > 1) this.#behind += rise;
    const most = STAIR_SPEED * TICK_SECONDS;
    this.#behind -= Math.min(most, Math.max(-most, this.#behind));
    const lastGround = this.#lastGround;
    if (body.onGround) {
      lastGround[0] = body.x;
      lastGround[1] = body.y;
      lastGround[2] = body.z;
    } else if (body.z < this.#options.lowest) {
      body.x = lastGround[0];
      body.y = lastGround[1];
      body.z = lastGround[2];
      body.stop();
    }
  }

  /** Ends a tick: what was shown now is a tick ago. */
  #writeEyes(): void {
    const body = this.#body;
    this.#before.set(this.#now);
    this.#now[0] = body.x;
    this.#now[1] = body.y;
    this.#now[2] = body.z + body.eyeHeight - this.#behind;
  }

  #restart(): void {
    this.#left = this.#behind = 0;
    this.#turnBefore = this.#turnNow = this.#turnShown = 0;
    this.#writeEyes();
    this.#before.set(this.#now);
  }

  #turnShownAt(part: number): number {
    return this.#turnBefore + (this.#turnNow - this.#turnBefore) * part;
  }

  #show(camera: ViewerCamera, part: number): void {
    const shown = this.#shown;
    for (let axis = 0; axis < 3; axis++) {
      shown[axis] = this.#before[axis] + (this.#now[axis] - this.#before[axis]) * part;
    }
    camera.x = shown[0];
    camera.y = shown[1];
    camera.z = shown[2];
    const turn = this.#turnShownAt(part);
    if (turn !== this.#turnShown) camera.yaw = wrapYaw(camera.yaw + turn - this.#turnShown);
    this.#turnShown = turn;
  }
}

const groundOf = (solids: Solids): WalkGround => ({
  writeVelocity: (row, out) => solids.writeVelocity(solids.entityOf(row), out),
  writeConveyance: (row, out) => solids.writeConveyance(solids.entityOf(row), out),
});

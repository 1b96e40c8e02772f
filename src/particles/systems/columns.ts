/** Attributes of the particles of one system, as columns. */

/** Numbers of attributes in files, from Valve's public `particles.h`. */
export const ATTRIBUTE = {
  position: 0,
  lifetime: 1,
  radius: 3,
  rotation: 4,
  rotationSpeed: 5,
  color: 6,
  alpha: 7,
  creationTime: 8,
  sequence: 9,
  trailLength: 10,
  yaw: 12,
  secondSequence: 13,
} as const;

/** Attributes that parameters give in degrees. */
export const isAngle = (attribute: number): boolean =>
  attribute === ATTRIBUTE.rotation || attribute === ATTRIBUTE.yaw;

/**
 * Columns of `capacity` rows, the first `count` of which are in use, oldest first. Positions are
 * inches in the world, angles radians, colours sRGB from 0 to 1, times seconds of the clock.
 * `first…` are values after the initializers ran, which operators scale.
 */
export class ParticleColumns {
  readonly capacity: number;
  count = 0;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  /** Position a step ago; the difference is the velocity. */
  readonly previousX: Float32Array;
  readonly previousY: Float32Array;
  readonly previousZ: Float32Array;
  readonly lifetime: Float32Array;
  readonly radius: Float32Array;
  readonly rotation: Float32Array;
  readonly rotationSpeed: Float32Array;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  readonly alpha: Float32Array;
  readonly sequence: Float32Array;
  readonly trailLength: Float32Array;
  readonly yaw: Float32Array;
  readonly secondSequence: Float32Array;
  readonly firstRadius: Float32Array;
  readonly firstRed: Float32Array;
  readonly firstGreen: Float32Array;
  readonly firstBlue: Float32Array;
  readonly firstAlpha: Float32Array;
  readonly firstTrailLength: Float32Array;
  /** Clock at creation. Doubles, because clocks may run for hours. */
  readonly born: Float64Array;
  /** Number of the particle in its system, from 0. */
  readonly id: Uint32Array;
  /** Mix of the system's seed and the number, from which its random numbers follow. */
  readonly key: Uint32Array;
  /** 1 for rows that `removeDead` removes. */
  readonly isDead: Uint8Array;
  #hasDead = false;
  readonly #all: readonly (Float32Array | Float64Array | Uint32Array)[];

  constructor(capacity: number) {
    this.capacity = capacity;
    const all: (Float32Array | Float64Array | Uint32Array)[] = [];
    const add = () => {
      const column = new Float32Array(capacity);
      all.push(column);
      return column;
    };
    this.x = add();
    this.y = add();
    this.z = add();
    this.previousX = add();
    this.previousY = add();
    this.previousZ = add();
    this.lifetime = add();
    this.radius = add();
    this.rotation = add();
    this.rotationSpeed = add();
    this.red = add();
    this.green = add();
    this.blue = add();
    this.alpha = add();
    this.sequence = add();
    this.trailLength = add();
    this.yaw = add();
    this.secondSequence = add();
    this.firstRadius = add();
    this.firstRed = add();
    this.firstGreen = add();
    this.firstBlue = add();
    this.firstAlpha = add();
    this.firstTrailLength = add();
    this.born = new Float64Array(capacity);
    this.id = new Uint32Array(capacity);
    this.key = new Uint32Array(capacity);
    this.isDead = new Uint8Array(capacity);
    this.#all = [...all, this.born, this.id, this.key];
  }

  /** Returns the column of an attribute's number; null for vectors and unknown ones. */
  scalar(attribute: number): Float32Array | null {
    switch (attribute) {
      case ATTRIBUTE.lifetime:
        return this.lifetime;
      case ATTRIBUTE.radius:
        return this.radius;
      case ATTRIBUTE.rotation:
        return this.rotation;
      case ATTRIBUTE.rotationSpeed:
        return this.rotationSpeed;
      case ATTRIBUTE.alpha:
        return this.alpha;
      case ATTRIBUTE.sequence:
        return this.sequence;
      case ATTRIBUTE.trailLength:
        return this.trailLength;
      case ATTRIBUTE.yaw:
        return this.yaw;
      case ATTRIBUTE.secondSequence:
        return this.secondSequence;
      default:
        return null;
    }
  }

  kill(row: number): void {
    this.isDead[row] = 1;
    this.#hasDead = true;
  }

  /** Moves a row without changing its velocity. */
  shift(row: number, x: number, y: number, z: number): void {
    this.x[row] += x;
    this.y[row] += y;
    this.z[row] += z;
    this.previousX[row] += x;
    this.previousY[row] += y;
    this.previousZ[row] += z;
  }

  /** Adds to a row's velocity the movement of one step. */
  push(row: number, x: number, y: number, z: number): void {
    this.previousX[row] -= x;
    this.previousY[row] -= y;
    this.previousZ[row] -= z;
  }

  /** Removes killed rows and keeps the order of the others, on which ropes depend. */
  removeDead(): void {
    if (!this.#hasDead) return;
    this.#hasDead = false;
    let to = 0;
    for (let from = 0; from < this.count; from++) {
      if (this.isDead[from] === 1) {
        this.isDead[from] = 0;
        continue;
      }
      if (to !== from) for (const column of this.#all) column[to] = column[from];
      to++;
    }
    this.count = to;
  }

  /** Copies the rows in use of other columns with at least as many rows in this capacity. */
  copyFrom(other: ParticleColumns): void {
    this.count = other.count;
    for (let i = 0; i < this.#all.length; i++) {
      this.#all[i].set(other.#all[i].subarray(0, other.count));
    }
  }
}

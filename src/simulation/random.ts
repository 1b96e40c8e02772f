/** Random numbers whose whole state is one number (mulberry32). */
export class Random {
  /** 32 bits. */
  state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** Returns a number from 0 to 1, without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = this.state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
}

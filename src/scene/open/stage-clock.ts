import type { LoadEvent, LoadStage } from "./events.ts";

/** Measures the stages of a load, one after the other. */
export class StageClock {
  readonly ms: Record<LoadStage, number> = {
    read: 0,
    parse: 0,
    world: 0,
    materials: 0,
    props: 0,
    textures: 0,
  };
  #started = performance.now();

  /** Ends a stage and returns its last progress event. The next stage starts now. */
  end(stage: LoadStage): LoadEvent {
    const now = performance.now();
    this.ms[stage] += now - this.#started;
    this.#started = now;
    return { type: "progress", stage, done: 1, total: 1 };
  }
}

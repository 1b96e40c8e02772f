import { runLine } from "../../../src/app/console/console-panel.ts";
import type { ConsoleHost } from "../../../src/app/console/console-types.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import type { Camera, Simulation } from "../../../src/viewer/index.ts";

/**
 * Makes a console host that records the effects of commands.
 * @param moves true if its camera follows the pose it is set to
 */
export function makeHost(moves = false) {
  const done: string[] = [];
  const poses: Partial<Camera>[] = [];
  const state = {
    isWalking: false,
    marks: "",
    rules: { gravity: 800, jumpSpeed: 1, speed: 190, fastSpeed: 320 },
    isPositionShown: false,
    lightSide: "hdr" as "hdr" | "ldr",
    isSimulated: false,
  };
  const simulation = {
    speed: 1,
    entityCount: 1,
    entityAt: () => ({ name: "door_1", class: "func_door", isRemoved: false }),
    play: () => void done.push("play"),
    fire: (...words: string[]) => void done.push(["fire", ...words].join(" ")),
  } as unknown as Simulation;
  const host: ConsoleHost = {
    settings: { ...DEFAULT_RENDER_SETTINGS },
    camera: { x: 1, y: -2.5, z: 100, pitch: 10, yaw: -45, fov: 90 },
    mapName: "my_map",
    print: (text) => done.push(text),
    clear: () => done.push("clear"),
    put(pose, leaves) {
      if (leaves) poses.push({ ...pose });
      else Object.assign(poses.at(-1)!, pose);
      if (moves) Object.assign(host.camera, pose);
    },
    listMaps: () => ["cs_office", "de_dust2", "workshop/1/de_dust2"],
    openMap: (name) => name === "de_dust2" && done.push(`open ${name}`) > 0,
    saveScreenshot: async () => "Saved my_map.png",
    showPosition: (on) => {
      state.isPositionShown = on;
    },
    get isPositionShown() {
      return state.isPositionShown;
    },
    setLightSide: async (side) => {
      state.lightSide = side;
    },
    marks: {
      get words() {
        return state.marks;
      },
      show(words) {
        state.marks = words;
      },
    },
    measure: {
      isOn: false,
      toggle: () => done.push("measure"),
    },
    walk: {
      get isWalking() {
        return state.isWalking;
      },
      async toggle() {
        state.isWalking = !state.isWalking;
      },
      rules: state.rules,
      async setRules(name) {
        done.push(`rules ${name}`);
      },
    },
    get lightSide() {
      return state.lightSide;
    },
    get simulation() {
      return state.isSimulated ? simulation : null;
    },
    async openSimulation() {
      state.isSimulated = true;
      return simulation;
    },
    listTargets: () => ["door_1", "func_door"],
  };
  const type = async (line: string) => {
    const answers: string[] = [];
    const errors: string[] = [];
    await runLine(line, host, (text, isError) => (isError ? errors : answers).push(text));
    return { answers, errors };
  };
  return { host, done, poses, type };
}

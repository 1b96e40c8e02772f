/** Measures one map once, in a process of its own, and prints its costs as JSON. */

import { measureFrameCost } from "../../../../src/bench/frame-cost/measure-frame-cost.ts";
import { createAllocationProbe } from "../../../../src/cli/bench/bench-dawn.ts";
import { loadOptionsFor, readMapFile } from "../../../../src/cli/files/map-file.ts";
import { slowDawnPolling } from "../../../../src/cli/render/dawn-polling.ts";
import { openNullGpu } from "../../../../src/cli/render/open-gpu.ts";
import { openMap } from "../../../../src/scene/open/map-session.ts";

export interface FrameQuestion {
  readonly map: string;
  readonly content: readonly string[];
  readonly size: readonly [width: number, height: number];
  readonly frames: number;
}

const { map: file, content, size, frames }: FrameQuestion = JSON.parse(process.argv[2]);
slowDawnPolling();
const map = await readMapFile(file, content);
const opened = await openNullGpu();
const cost = await measureFrameCost(
  {
    ...{ size, frames, path: null },
    open: ({ gpu }) => openMap(map.bytes, map.sources, loadOptionsFor(gpu, map.name, "hdr")),
  },
  {
    gpu: opened.gpu,
    cpuMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    createProbe: createAllocationProbe,
  },
);
opened.close();
console.log(JSON.stringify({ map: map.name, sha256: "", mapBytes: map.bytes.length, ...cost }));

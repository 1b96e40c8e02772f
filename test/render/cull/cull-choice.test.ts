import { describe, expect, it } from "vitest";
import { createCullChoice } from "../../../src/render/frame/cull-choice.ts";
import type { FrameJob } from "../../../src/render/frame/frame-job.ts";

/** A job whose pipelines are all compiled; counts requests of GPU culling. */
function makeJob(isSoftware: boolean) {
  const requests = { count: 0 };
  const request = () => {
    requests.count++;
    return {};
  };
  const queue = { onSubmittedWorkDone: () => Promise.resolve() };
  const job = {
    context: {
      gpu: { isSoftware, device: { queue } },
      pipelines: { isPictureReady: true },
      cull: { test: request, compact: request },
    },
    settings: { gpuCulling: true, occlusion: false, occlusionByCost: false },
    map: {},
    isLoading: false,
    isGpuCulled: false,
    hasLatePhase: false,
  };
  return { job: job as unknown as FrameJob, requests };
}

/** Draws two frames, between which the GPU ends the first; returns who culls the second. */
async function drawTwo(job: FrameJob): Promise<boolean> {
  const choice = createCullChoice(job);
  choice.choose();
  choice.follow(false);
  await Promise.resolve();
  choice.choose();
  return job.isGpuCulled;
}

describe("CullChoice", () => {
  it.each([
    ["hardware", false, true],
    ["a software adapter", true, false],
  ])("on %s during a load", async (_name, isSoftware, isGpuCulled) => {
    const { job, requests } = makeJob(isSoftware);
    job.isLoading = true;
    expect(await drawTwo(job)).toBe(isGpuCulled);
    expect(requests.count > 0).toBe(isGpuCulled);
  });

  it.each([false, true])("culls on the GPU after the load; software: %s", async (isSoftware) => {
    const { job } = makeJob(isSoftware);
    expect(await drawTwo(job)).toBe(true);
  });
});

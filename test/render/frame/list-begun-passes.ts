/** Records the names of the passes that frames begin, in a growing list. */

import { vi } from "vitest";
import type { Gpu } from "../../../src/gpu/gpu.ts";

export function listBegunPasses({ device }: Gpu): string[] {
  const begun: string[] = [];
  const add = (label = "") => begun.push(label.slice("render/".length));
  const create = device.createCommandEncoder.bind(device);
  vi.spyOn(device, "createCommandEncoder").mockImplementation((descriptor) => {
    const encoder = create(descriptor);
    const [render, compute] = [encoder.beginRenderPass, encoder.beginComputePass];
    encoder.beginRenderPass = (pass) => {
      add(pass.label);
      return render.call(encoder, pass);
    };
    encoder.beginComputePass = (pass) => {
      add(pass?.label);
      return compute.call(encoder, pass);
    };
    return encoder;
  });
  return begun;
}

/** Light to a picture, and the picture onto the canvas. */

import postCode from "../../../shaders/post.wgsl";
import presentCode from "../../../shaders/present.wgsl";
import type { ScreenPass } from "./screen-pass.ts";

export const POST_PASS: ScreenPass = {
  kind: "screen",
  name: "post",
  code: postCode,
  target: "picture",
  isRun: () => true,
};

export const PRESENT_PASS: ScreenPass = {
  kind: "screen",
  name: "present",
  code: presentCode,
  target: "canvas",
  isRun: ({ context, isShown }) => context.canvasFormat !== null && isShown,
};

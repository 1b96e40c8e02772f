/** Light to a picture, what is done to that, and the picture onto the canvas. */

import postCode from "../../../shaders/post.wgsl";
import presentCode from "../../../shaders/present.wgsl";
import sharpenCode from "../../../shaders/sharpen.wgsl";
import type { ScreenPass } from "./screen-pass.ts";

export const POST_PASS: ScreenPass = {
  kind: "screen",
  name: "post",
  code: postCode,
  target: "picture",
  isRun: () => true,
};

export const SHARPEN_PASS: ScreenPass = {
  kind: "screen",
  name: "sharpen",
  code: sharpenCode,
  target: "picture",
  isRun: ({ settings }) => settings.sharpen > 0,
};

export const PRESENT_PASS: ScreenPass = {
  kind: "screen",
  name: "present",
  code: presentCode,
  target: "canvas",
  isRun: ({ context, isShown }) => context.canvasFormat !== null && isShown,
};

import type { ErrorRow } from "./error-row.ts";

/** Errors that have a name and no code: `error.name`, for who calls the library or the command. */
export const NAMED_ERRORS: Readonly<Record<string, ErrorRow>> = {
  FormatError: {
    means: "A file is bad or unsupported; its `code` is in the first table.",
    remedy: "Look up its code. The command ends with exit code 2.",
    example: "MDL header at byte 4: expected version 44 to 49, found 10 [bad-version]",
  },
  GpuError: {
    means: "The graphics failed; its `code` is in the table of the page.",
    remedy: "Look up its code.",
    example: "GPU: WebGPU found no graphics adapter [no-adapter]",
  },
  LoadEndedError: {
    means: "A load was stopped because it cost too much; its `reason` is `stalled` or `memory`.",
    remedy: "Look up its reason.",
    example: 'The load was ended: its stage "parse" came to no end (30 s without a word)',
  },
  CancelledError: {
    means: "Work was cancelled, for example by opening another map.",
    remedy: "No action needed: it is not shown.",
    example: "cancelled",
  },
  NoModelError: {
    means: "A model is not in the content, or has nothing to draw.",
    remedy: "Add the content that has it, with its .vvd and .vtx.",
    example: "There is no models/props/crate.mdl in the content.",
  },
  SilentHostError: {
    means: "A server did not answer in time.",
    remedy: "Try again later, or take the file from elsewhere.",
    example: "https://example.com/a.bsp: no answer within 30 s",
  },
  PassingError: {
    means: "A download broke off, or its server is in trouble.",
    remedy: "Try again: visleaf retried several times before it gave up.",
    example: "https://example.com/a.bsp broke off at byte 1048576",
  },
  CliError: {
    means: "The command failed; the file may be sound.",
    remedy: "The message names what is missing or in the way. Exit code 1.",
    example: "visleaf: out/a.png cannot be written: /maps/out is no folder",
  },
  UsageError: {
    means: "The command line is wrong.",
    remedy: "See the verb's --help. Exit code 1.",
    example: 'visleaf: there is no verb "opne" (see `visleaf --help`)',
  },
  NoGpuError: {
    means: "The command found no GPU and no software driver.",
    remedy:
      "Install Chromium, which has a software driver, or the package `webgpu`, as the message says.",
    example: "visleaf: no WebGPU adapter: neither a GPU nor a driver for it was found",
  },
  LackingFileError: {
    means: "A file that belongs to a model is not beside it.",
    remedy: "Put the model's .vvd, .vtx and .ani beside its .mdl.",
    example: "visleaf: there is no models/props/crate.vvd beside the model",
  },
  DeviceLostError: {
    means: "The graphics device was lost during a benchmark.",
    remedy: "Run it again with nothing else drawing; earlier measurements stay valid.",
    example: "the GPU device was lost: destroyed",
  },
  IncomparableError: {
    means: "Two benchmark reports cannot be compared.",
    remedy: "Measure both with the same map, size and path.",
    example: "the two runs of gg_canyon are not of the same size: 640x360 and 1280x720",
  },
};

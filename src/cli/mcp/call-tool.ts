/** Runs a tool's verb in a process of its own, and returns its text and pictures. */

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CliError, EXIT_DONE, EXIT_FOUND } from "../errors.ts";
import { CONFINED_TO } from "../files/confine-inputs.ts";
import { messagesOf, runChild } from "../many/run-child.ts";
import type { AllowedPaths } from "./allowed-paths.ts";
import { TOOL_DEFAULTS, type VerbTool } from "./tools.ts";

/** Content of a result, as the protocol has it. */
export type ToolContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: "image/png" };

export interface ToolResult {
  readonly content: ToolContent[];
  readonly isError?: boolean;
}

export type ToolArguments = Readonly<Record<string, unknown>>;

/** Longest text of a result: a client's model has to read it. */
const MOST_LETTERS = 100_000;

export const textResult = (text: string): ToolResult => ({ content: [textContent(text)] });

export const errorResult = (text: string): ToolResult => ({
  content: [textContent(text)],
  isError: true,
});

function textContent(text: string): ToolContent {
  if (text.length <= MOST_LETTERS) return { type: "text", text };
  const left = text.length - MOST_LETTERS;
  return { type: "text", text: `${text.slice(0, MOST_LETTERS)}\n… ${left} more characters` };
}

/**
 * Calls a tool with arguments that its schema allows.
 * @throws CliError for a path outside of the allowed folders
 */
export async function callTool(
  tool: VerbTool,
  args: ToolArguments,
  paths: AllowedPaths,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { verb, files, fixed, pictures } = tool;
  const found: string[] = [];
  for (const [name] of files) found.push(await paths.find(String(args[name])));
  const options = await optionsOf(tool, args, paths);
  const folder = await mkdtemp(join(tmpdir(), "visleaf-mcp-"));
  try {
    const isDrawn = pictures !== null && (pictures.on === null || args[pictures.on] === true);
    const out = isDrawn ? [`--${pictures.option}=${join(folder, pictures.out)}`] : [];
    const env = { [CONFINED_TO]: JSON.stringify(paths.roots) };
    const line = [verb, ...fixed, ...options, ...out, "--", ...found];
    const result = await runChild(line, signal, env);
    const messages = messagesOf(result).map((message) => hide(message, folder));
    if (result.code !== EXIT_DONE && result.code !== EXIT_FOUND) {
      return errorResult(messages.join("\n") || "the call was stopped");
    }
    const text = hide([result.stdout.trimEnd(), ...messages].join("\n").trim(), folder);
    return { content: [textContent(text), ...(await readPictures(folder))] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the command line of a call's options. */
async function optionsOf(
  { verb, options, pictures }: VerbTool,
  args: ToolArguments,
  paths: AllowedPaths,
): Promise<string[]> {
  const line: string[] = [];
  const defaults = TOOL_DEFAULTS[verb] ?? {};
  for (const [name, { type }] of Object.entries(options)) {
    const value = args[name] ?? defaults[name];
    if (value === undefined || value === false || name === pictures?.on) continue;
    if (type === "switch") line.push(`--${name}`);
    else if (type === "path") line.push(`--${name}=${await paths.find(String(value))}`);
    else if (type === "texts") {
      for (const each of value as string[]) line.push(`--${name}=${each}`);
    } else if (type === "paths") {
      for (const each of value as string[]) line.push(`--${name}=${await paths.find(each)}`);
    } else line.push(`--${name}=${value}`);
  }
  return line;
}

/** Removes the temporary folder from a text: its files are gone when the client reads it. */
const hide = (text: string, folder: string) => text.replaceAll(`${folder}/`, "");

async function readPictures(folder: string): Promise<ToolContent[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return { type: "image", data: bytes.toString("base64"), mimeType: "image/png" } as const;
    }),
  );
}

/** Returns an expected failure's message. @throws the error itself if it is a bug */
export function explainFailure(error: unknown): string {
  if (error instanceof CliError) return error.message;
  throw error;
}

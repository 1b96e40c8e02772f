/** Model Context Protocol server over standard input and output. */

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { listMapsIn } from "../many/list-files.ts";
import { didYouMean } from "../nearest.ts";
import type { AllowedPaths } from "./allowed-paths.ts";
import {
  callTool,
  errorResult,
  explainFailure,
  type ToolArguments,
  type ToolResult,
  textResult,
} from "./call-tool.ts";
import { schemaOf, VERB_TOOLS } from "./tools.ts";

/** Maps that `list` names. */
const MOST_LISTED = 500;

interface Tool {
  readonly about: string;
  readonly inputSchema: ReturnType<typeof schemaOf>;
  call(args: ToolArguments, signal: AbortSignal): Promise<ToolResult>;
}

/** Lists the maps of the folders, so that clients can name them. */
async function listMaps(paths: AllowedPaths): Promise<ToolResult> {
  const names: string[] = [];
  for (const root of paths.roots) {
    for (const { path } of await listMapsIn(root)) names.push(paths.nameOf(path));
  }
  const shown = names.slice(0, MOST_LISTED);
  const more = names.length - shown.length;
  const end = more > 0 ? [`and ${more} more`] : names.length === 0 ? ["there are no maps"] : [];
  return textResult([...shown, ...end].join("\n"));
}

function createTools(paths: AllowedPaths): ReadonlyMap<string, Tool> {
  const tools = new Map<string, Tool>();
  tools.set("list", {
    about: "Lists the maps in this server's folders, by the paths that the other tools take.",
    inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
    call: () => listMaps(paths),
  });
  for (const tool of VERB_TOOLS) {
    tools.set(tool.verb, {
      about: tool.about,
      inputSchema: schemaOf(tool),
      call: (args, signal) => callTool(tool, args, paths, signal),
    });
  }
  return tools;
}

/** Runs at most `jobs` calls at once; further ones wait. */
function createQueue(jobs: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= jobs) await new Promise<void>((next) => waiting.push(next));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

/** Serves the tools until the client closes standard input, or `signal` is aborted. */
export async function serveTools(
  paths: AllowedPaths,
  jobs: number,
  signal: AbortSignal,
): Promise<void> {
  const tools = createTools(paths);
  const inQueue = createQueue(jobs);
  const validator = new AjvJsonSchemaValidator();
  const server = new Server(
    { name: "visleaf", version: VISLEAF_VERSION },
    {
      capabilities: { tools: {} },
      instructions: `Reads compiled Source-engine maps and models in ${paths.roots.join(", ")}. Paths are absolute or relative to these folders. Coordinates are inches, z up; angles are degrees.`,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools].map(([name, { about, inputSchema }]) => ({
      ...{ name, description: about, inputSchema },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.get(params.name);
    const result = tool
      ? await inQueue(() => callChecked(tool, params.arguments ?? {}, extra.signal))
      : errorResult(`there is no tool "${params.name}"${didYouMean(params.name, tools.keys())}`);
    return { ...result };
  });

  const callChecked = async (tool: Tool, args: ToolArguments, stopped: AbortSignal) => {
    const checked = validator.getValidator(tool.inputSchema)(args);
    if (!checked.valid) return errorResult(describeArguments(checked.errorMessage, args, tool));
    return tool.call(args, stopped).catch((error) => errorResult(explainFailure(error)));
  };
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => void server.close();
  // The transport does not notice that its input ends.
  process.stdin.once("end", close);
  signal.addEventListener("abort", close, { once: true });
  await server.connect(transport);
  await closed;
}

/** Names the arguments that a tool does not have, or else repeats the validator's message. */
function describeArguments(message: string, args: ToolArguments, { inputSchema }: Tool): string {
  const known = Object.keys(inputSchema.properties);
  const strange = Object.keys(args).find((name) => !known.includes(name));
  if (strange === undefined) return `these arguments are not possible: ${message}`;
  return `there is no argument "${strange}"${didYouMean(strange, known)}`;
}

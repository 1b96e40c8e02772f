/** Raw requests that no browser sends, and folders to serve. */

import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";

export interface RawAnswer {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends bytes unchanged, and reads until the connection ends. */
function exchange(port: number, text: string): Promise<Buffer> {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1");
    const parts: Buffer[] = [];
    socket.on("data", (part) => parts.push(part));
    socket.on("error", fail);
    socket.on("close", () => done(Buffer.concat(parts)));
    socket.write(text);
  });
}

/** Sends a request with its target unchanged, which `fetch` would normalize. */
export async function rawRequest(
  port: number,
  target: string,
  {
    method = "GET",
    host = `127.0.0.1:${port}`,
    headers = {},
  }: { method?: string; host?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const lines = Object.entries({ host, connection: "close", ...headers });
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([key, value]) => `${key}: ${value}`)];
  const answer = await exchange(port, `${head.join("\r\n")}\r\n\r\n`);
  const end = answer.indexOf("\r\n\r\n");
  const [first, ...rest] = answer.subarray(0, end).toString("latin1").split("\r\n");
  const pairs = rest.map((line) => /^([^:]+):\s*(.*)$/.exec(line)!.slice(1));
  return {
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(pairs.map(([key, value]) => [key.toLowerCase(), value])),
    body: answer.subarray(end + 4),
  };
}

export function writeTree(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

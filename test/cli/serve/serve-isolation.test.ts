import { resolve } from "node:path";
import { createServer, preview } from "vite";
import { describe, expect, it } from "vitest";
import { isBenchPage } from "../../../src/cli/serve/serve-isolation.ts";

describe("isBenchPage", () => {
  it.each(["/?bench", "/?bench=maps/a.bsp", "/index.html?frames=4&bench", "/2/?bench="])(
    "is true for %s",
    (url) => expect(isBenchPage(url)).toBe(true),
  );
  it.each(["/", "/?map=bench", "/?benched", "/bench", "/src/app/main.ts?bench", "/a.bsp?bench"])(
    "is false for %s",
    (url) => expect(isBenchPage(url)).toBe(false),
  );
});

const root = resolve(import.meta.dirname, "../../..");
const base = { root, logLevel: "silent" as const };
const listen = { host: "127.0.0.1", port: 0, open: false };

async function policiesAt(origin: string, path: string) {
  const { headers } = await fetch(origin + path, { headers: { accept: "text/html" } });
  return [headers.get("cross-origin-opener-policy"), headers.get("cross-origin-embedder-policy")];
}

/** Both kinds of server that Vite has. */
const SERVERS = {
  "npm start": async () => {
    const server = await createServer({
      ...base,
      server: { ...listen, hmr: false, watch: null },
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    await server.listen();
    return server;
  },
  "vite preview": () => preview({ ...base, preview: listen, build: { outDir: "test" } }),
};

describe.each(Object.entries(SERVERS))("%s", (_, start) => {
  it("isolates the benchmark's page and no other", async () => {
    const server = await start();
    try {
      const address = server.httpServer!.address() as { port: number };
      const origin = `http://127.0.0.1:${address.port}`;
      expect(await policiesAt(origin, "/?bench")).toEqual(["same-origin", "require-corp"]);
      expect(await policiesAt(origin, "/?map=a.bsp")).toEqual([null, null]);
    } finally {
      await server.close();
    }
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const app = resolve(import.meta.dirname, "../../src/app");

it("the page uses the viewer by the door that everybody has", () => {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    // The benchmark's page measures what lies behind that door.
    (name) => name.endsWith(".ts") && !name.startsWith("bench"),
  );
  expect(files.length).toBeGreaterThan(30);
  const doors = files.flatMap((name) => {
    const text = readFileSync(join(app, name), "utf8");
    return [...text.matchAll(/from "(?:\.\.\/)+(viewer\/[^"]+)"/g)].map(
      ([, path]) => `${name}: ${path}`,
    );
  });
  expect(doors.length).toBeGreaterThan(10);
  // Of maps; of models, files, what is drawn over a map, walking in one, pointing at it, measuring.
  const isDoor = (door: string) =>
    /: viewer\/((model|file|compare|marks|walk|ray|measure|overview)\/)?index\.ts$/.test(door);
  expect(doors.filter((door) => !isDoor(door))).toEqual([]);
});

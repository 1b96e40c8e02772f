import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const app = resolve(import.meta.dirname, "../../src/app");

it("the page imports the viewer only from its public modules", () => {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    // The benchmark's page measures internals behind the public modules.
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
  // Public modules for maps, models, particles, files, comparison, marks, walking, simulation, rays,
  // measuring and overviews.
  const isDoor = (door: string) =>
    /: viewer\/(((model|file|marks|walk|measure|simulation|particles)\/)?index|change-lines|surface-rays|overview\/draw-top-view)\.ts$/.test(
      door,
    );
  expect(doors.filter((door) => !isDoor(door))).toEqual([]);
});

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SCRIPT = resolve(import.meta.dirname, "../../release/annotate.mjs");

/** Behaves like `visleaf check`: a clean map, one with findings, and one that cannot be read. */
const COMMAND = `
import { appendFileSync } from "node:fs";
appendFileSync("calls.txt", process.argv.slice(2).join(" ") + "\\n");
const map = process.argv[3];
const finding = (severity, rule, message, camera = null) => ({ severity, rule, message, camera });
const print = (findings, counts) => console.log(JSON.stringify([{ map, counts, findings }]));
if (map.endsWith("good.bsp")) print([], { error: 0, warning: 0, note: 0 });
else if (map.endsWith("bad.bsp")) {
  const findings = [
    finding("error", "leak", "100% open,\\nat: ::error::x", "1,2,3,0,90"),
    finding("warning", "dark", "Dark."),
    finding("note", "plain", "Plain."),
  ];
  print(findings, { error: 1, warning: 1, note: 1 });
  process.exitCode = 3;
} else {
  console.log("[]");
  console.error("visleaf: broken.bsp: no BSP header");
  process.exitCode = 2;
}
`;

describe("annotations of the action", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "visleaf-annotate-"));
    mkdirSync(join(folder, "maps/deep"), { recursive: true });
    for (const name of ["good.bsp", "deep/bad.bsp", "broken.bsp", "read.me"]) {
      writeFileSync(join(folder, "maps", name), "");
    }
    writeFileSync(join(folder, "visleaf.mjs"), COMMAND);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const annotate = (maps: string, more: Record<string, string> = {}) => {
    const env = { ...process.env, VISLEAF_MAPS: maps, GITHUB_STEP_SUMMARY: "", ...more };
    const { status, stdout } = spawnSync(
      process.execPath,
      [SCRIPT, process.execPath, "visleaf.mjs"],
      {
        cwd: folder,
        encoding: "utf8",
        env,
      },
    );
    return { status, lines: stdout.trimEnd().split("\n") };
  };

  it("name file, rule and severity, and escape what would end the command", () => {
    const { status, lines } = annotate("maps/deep/bad.bsp");
    expect(lines).toEqual([
      "::error file=maps/deep/bad.bsp,title=leak::100%25 open,%0Aat: ::error::x (camera 1,2,3,0,90)",
      "::warning file=maps/deep/bad.bsp,title=dark::Dark.",
      "::notice file=maps/deep/bad.bsp,title=plain::Plain.",
    ]);
    expect(status).toBe(3);
  });

  it("give the command's reason for a map that cannot be read", () => {
    const { status, lines } = annotate("maps/broken.bsp");
    expect(lines).toEqual([
      "::error file=maps/broken.bsp,title=unreadable map::visleaf: broken.bsp: no BSP header",
    ]);
    expect(status).toBe(2);
  });

  it("expand patterns, hand options over, and write a summary", () => {
    const summary = join(folder, "summary.md");
    rmSync(join(folder, "calls.txt"), { force: true });
    const { status } = annotate("maps/**/*.bsp\n\n", {
      GITHUB_STEP_SUMMARY: summary,
      VISLEAF_CONTENT: "game\nmore.vpk",
      VISLEAF_FAIL_ON: "warning",
    });
    expect(readFileSync(join(folder, "calls.txt"), "utf8").trim().split("\n")).toEqual(
      ["broken", "deep/bad", "good"].map(
        (name) =>
          `check maps/${name}.bsp --json --fail-on warning --content game --content more.vpk`,
      ),
    );
    expect(readFileSync(summary, "utf8")).toContain("| maps/deep/bad.bsp | 1 | 1 | 1 |");
    expect(status).toBe(2);
    expect(annotate("maps/*.bsp").lines.join()).not.toContain("deep");
    expect(annotate("maps/good.bsp").status).toBe(0);
  });

  it("fail if no map matches, instead of passing an empty build", () => {
    const { status, lines } = annotate("build/*.bsp");
    expect(lines[0]).toBe("::error file=build/*.bsp,title=no map::No file matches build/*.bsp.");
    expect(status).toBe(2);
  });
});

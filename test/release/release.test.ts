import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPT = resolve(import.meta.dirname, "../../release/release.mjs");

const makeManifest = (owner: string, more: object = {}) =>
  JSON.stringify({
    version: "1.2.0",
    homepage: `https://${owner.toLowerCase()}.github.io/visleaf/`,
    repository: { url: `git+https://github.com/${owner}/visleaf.git` },
    bugs: { url: `https://github.com/${owner}/visleaf/issues` },
    ...more,
  });

describe("the release script", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "visleaf-release-"));
    write("package.json", makeManifest("someone"));
    write("CHANGELOG.md", "# Changes\n\n## 1.2.0, 2030-01-01\n");
    git("init", "-q");
    commit();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
  const commit = () => {
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "One");
  };
  const start = (...args: string[]) => {
    const env = { ...process.env, VISLEAF_RELEASE_ROOT: folder };
    return spawnSync(process.execPath, [SCRIPT, ...args], { encoding: "utf8", env });
  };
  const check = (version: string) => {
    const { status, stderr } = start("--check", version);
    return { status, stderr };
  };

  it("lets a version pass that is written down and committed", () => {
    expect(check("1.2.0")).toEqual({ status: 0, stderr: "" });
  });

  it("takes pictures that change in each run only once, and packs when they are committed", () => {
    const pictures = `node -e "fs.writeFileSync('docs/pictures/a.png', String(process.hrtime()))"`;
    mkdirSync(join(folder, "docs/pictures"), { recursive: true });
    write("docs/pictures/b.png", "");
    write("package.json", makeManifest("someone", { name: "visleaf", scripts: { pictures } }));
    commit();
    write("CHANGELOG.md", "# Changes\n\n## 1.2.0, 2030-01-02\n");
    commit();
    expect(start("1.2.0").stdout).toContain("look at them, commit them");
    commit();
    const { status, stdout } = start("1.2.0");
    expect(status).toBe(0);
    expect(stdout).toContain("git tag v1.2.0");
    expect(existsSync(join(folder, "visleaf-1.2.0.tgz"))).toBe(true);
  });

  it("refuses the placeholder for the owner", () => {
    write("package.json", makeManifest("OWNER"));
    write("README.md", "uses: OWNER/visleaf@v1");
    commit();
    const { status, stderr } = check("1.2.0");
    expect(status).toBe(1);
    expect(stderr).toBe(
      "package.json names OWNER: put the account into repository, homepage and bugs.\n" +
        "README.md names OWNER: put the account there, too.\n",
    );
  });

  it("refuses addresses that do not agree", () => {
    write("package.json", makeManifest("someone", { homepage: "https://other.example/" }));
    commit();
    expect(check("1.2.0").stderr).toContain("homepage is https://other.example/");
  });

  it("refuses another version, an unfinished changelog and changes that are not committed", () => {
    const { status, stderr } = check("1.3.0");
    expect(status).toBe(1);
    expect(stderr).toBe(
      'package.json has version 1.2.0, not 1.3.0.\nCHANGELOG.md has no section "## 1.3.0".\n',
    );
    write("CHANGELOG.md", "## 1.2.0, not yet released\n");
    expect(check("1.2.0").stderr).toMatch(
      /not yet released[\s\S]*Commit or remove[\s\S]*CHANGELOG\.md/,
    );
  });
});

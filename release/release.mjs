/**
 * Prepares a release:
 *
 *     node release/release.mjs VERSION           takes the pictures, packs, and says what to do next
 *     node release/release.mjs --check VERSION   only checks that VERSION may be published, as the workflow does
 *
 * It refuses a placeholder for the owner, a version that package.json or CHANGELOG.md does not have, and changes that
 * are not committed. The workflow `release` publishes when the tag is pushed.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readAddresses } from "./addresses.mjs";

const ROOT = resolve(process.env.VISLEAF_RELEASE_ROOT ?? join(import.meta.dirname, ".."));

const runGit = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

/** Lists what keeps a version from being published, a sentence each. */
function listObstacles(version) {
  const read = (name) => readFileSync(join(ROOT, name), "utf8");
  const obstacles = [];
  if (readAddresses(ROOT).isPlaceholder) {
    obstacles.push("package.json names OWNER: put the account into repository, homepage and bugs.");
  }
  const documents = ["README.md", "docs/mapping.md"].filter((name) => existsSync(join(ROOT, name)));
  for (const name of documents.filter((name) => read(name).includes("OWNER/"))) {
    obstacles.push(`${name} names OWNER: put the account there, too.`);
  }
  const { version: own } = JSON.parse(read("package.json"));
  if (own !== version) obstacles.push(`package.json has version ${own}, not ${version}.`);
  const heading = read("CHANGELOG.md")
    .split("\n")
    .find((line) => line.startsWith(`## ${version}`));
  if (heading === undefined) obstacles.push(`CHANGELOG.md has no section "## ${version}".`);
  else if (heading.includes("not yet released")) {
    obstacles.push(`CHANGELOG.md says that ${version} is not yet released: write the date.`);
  }
  const changes = runGit("status", "--porcelain");
  if (changes !== "") obstacles.push(`Commit or remove these changes first:\n${changes}`);
  return obstacles;
}

function run(...command) {
  const { status } = spawnSync(command[0], command.slice(1), { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command.join(" ")} ended with exit code ${status}`);
}

const args = process.argv.slice(2);
const isCheck = args[0] === "--check";
const version = args[isCheck ? 1 : 0];
if (version === undefined) {
  console.error("usage: node release/release.mjs [--check] VERSION");
  process.exit(1);
}
const obstacles = listObstacles(version);
if (obstacles.length > 0) {
  for (const each of obstacles) console.error(each);
  process.exit(1);
}
if (!isCheck) {
  // Figures in pictures differ from run to run, so pictures that were just committed are not taken again.
  const committed = runGit("show", "--name-only", "--format=", "HEAD", "--", "docs/pictures");
  if (committed === "") {
    run("npm", "run", "pictures");
    if (runGit("status", "--porcelain") !== "") {
      console.log("The pictures changed: look at them, commit them, and run this again.");
      process.exit(0);
    }
  }
  run("npm", "pack");
  console.log(
    `Next: git tag v${version} && git push origin v${version}. The workflow publishes it.`,
  );
}

/** The project's addresses on the web. All are derived from `repository` and `homepage` of package.json. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** Stands in package.json for the account that publishes. */
const PLACEHOLDER = "OWNER";

/** Reads the addresses of the package in a folder. Throws an `Error` if they do not agree. */
export function readAddresses(folder = ROOT) {
  const { version, repository, homepage, bugs } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const [, owner, name] =
    /^git\+https:\/\/github\.com\/([^/]+)\/(.+)\.git$/.exec(repository.url) ?? [];
  if (owner === undefined) {
    throw new Error(`package.json: repository.url is not a GitHub address: ${repository.url}`);
  }
  const code = `https://github.com/${owner}/${name}`;
  const expected = {
    homepage: `https://${owner.toLowerCase()}.github.io/${name}/`,
    bugs: `${code}/issues`,
  };
  for (const [field, found] of Object.entries({ homepage, bugs: bugs.url })) {
    if (found.toLowerCase() !== expected[field].toLowerCase()) {
      throw new Error(
        `package.json: ${field} is ${found}, but repository.url asks for ${expected[field]}`,
      );
    }
  }
  return {
    owner,
    isPlaceholder: owner === PLACEHOLDER,
    /** Page with the demo, the documentation and the examples. */
    homepage,
    code,
    /** Folders of this version's files: as pages, and as bytes. */
    files: `${code}/blob/v${version}`,
    raw: `https://raw.githubusercontent.com/${owner}/${name}/v${version}`,
  };
}

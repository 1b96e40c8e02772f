import { spawn } from "node:child_process";

/** The program that opens an address the way the system is set up to. None of them is a shell. */
export function openCommand(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}

/** Opens an address in the browser; `onFailed` is told in a sentence why that did not work. */
export function openBrowser(url: string, onFailed: (message: string) => void): void {
  const [program, ...args] = openCommand(process.platform);
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", (error) => onFailed(`no browser was opened: ${error.message}`));
  // The browser goes on when the server ends.
  child.unref();
}

import { spawn } from "node:child_process";

/** Returns the program that opens an address with the system's default browser. None is a shell. */
export function openCommand(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}

/** Opens an address in the browser; `onFailed` receives a message if that fails. */
export function openBrowser(url: string, onFailed: (message: string) => void): void {
  const [program, ...args] = openCommand(process.platform);
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", (error) => onFailed(`no browser was opened: ${error.message}`));
  // The browser keeps running after the server ends.
  child.unref();
}

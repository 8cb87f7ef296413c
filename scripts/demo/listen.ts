import { spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"

const ROOT = resolve(import.meta.dirname, "../..")

/** Starts `vintem listen`, which forwards the account's events to the shop, and shows them in the terminal unless `quiet`. */
export async function startListener(url: string, account: string, env: Record<string, string>, quiet: boolean) {
  const args = ["src/start/cli.js", "listen", "--forward-to", url, "--account", account]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    // Not all variables of the terminal, because they may name other databases.
    env: { PATH: process.env.PATH, NO_COLOR: process.env.NO_COLOR ?? "", ...env },
    stdio: ["ignore", quiet ? "ignore" : "inherit", "pipe"],
  })
  const ended = once(child, "exit")
  let said = ""
  // It may print something else first, such as that a build is old.
  const introduced = new Promise<boolean>((resolve) => {
    child.stderr.on("data", (chunk) => {
      said += chunk
      if (/^Listening/m.test(said)) resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  if (!(await introduced)) throw new Error(`vintem listen has ended before it was ready. ${said}`)
  child.stderr.removeAllListeners("data").resume()
  const close = async () => {
    child.kill()
    await ended
  }
  return { close }
}

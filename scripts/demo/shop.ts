import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const ROOT = resolve(import.meta.dirname, "../..")

/** Starts the example shop as its own process, installed as by a merchant: a folder with the SDK in node_modules. */
export async function startShop(dataDir: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(install(resolve(ROOT, dataDir, "shop")), "server.ts")], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "exit")
  const ready = await Promise.race([once(child.stdout, "data"), ended.then(() => undefined)])
  if (!ready) throw new Error("The shop has ended before it was ready. Its message is above.")
  child.stdout.resume()
  const close = async () => {
    child.kill()
    await ended
  }
  return { ended, close }
}

function install(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, "node_modules"), { recursive: true })
  cpSync(join(ROOT, "src/sdk/package/examples/shop"), folder, { recursive: true })
  symlinkSync(join(ROOT, "generated/sdk"), join(folder, "node_modules/vintem"), "junction")
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n')
  return folder
}

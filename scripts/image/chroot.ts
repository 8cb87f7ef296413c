import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"

/** Directories of this machine that replace the base image. */
const BASE = ["usr", "bin", "sbin", "lib", "lib64", "etc", "proc"]

export type Place = {
  root: string
  /** The working directory, environment and user (uid:gid) from the Dockerfile. */
  directory: string
  env: Record<string, string>
  user: string
}

/**
 * Returns the command that runs something in the place. With `readOnly`, the file system is read-only except for /tmp and `writable`, as
 * with `docker run --read-only`.
 */
function commandIn(place: Place, command: string[], readOnly: boolean): string[] {
  const { root, directory, user } = place
  const node = dirname(process.execPath)
  for (const path of [...BASE, "dev", "node", "tmp"]) mkdirSync(join(root, path), { recursive: true })
  const mounts = [
    `mount --bind "${root}" "${root}"`,
    ...BASE.map(
      (path) => `[ ! -e /${path} ] || mount --bind /${path} "${root}/${path}" && mount -o remount,bind,ro "${root}/${path}"`,
    ),
    `mount --rbind /dev "${root}/dev"`,
    `mount --bind "${node}" "${root}/node"`,
    ...(readOnly ? [`mount -o remount,bind,ro "${root}"`] : []),
    `mount -t tmpfs none "${root}/tmp"`,
    `exec chroot --userspec=${user} "${root}" /usr/bin/env --chdir="${directory}" "$@"`,
  ]
  return ["unshare", "--mount", "--propagation", "private", "sh", "-ec", mounts.join("\n"), "sh", ...command]
}

const environment = (env: Record<string, string>) => ({
  ...env,
  PATH: "/node:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
  HOME: "/tmp",
})

/** Runs a command to its end, and returns its output. Throws if it fails. */
export function runIn(place: Place, command: string[], readOnly = false): string {
  const [program, ...args] = commandIn(place, command, readOnly)
  return execFileSync(program!, args, { env: environment(place.env), encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
}

/** Starts a command on a read-only file system. */
export function startIn(place: Place, command: string[]): ChildProcess {
  const [program, ...args] = commandIn(place, command, true)
  return spawn(program!, args, { env: environment(place.env), stdio: ["ignore", "ignore", "pipe"] })
}

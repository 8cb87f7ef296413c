// The command `vintem` for tests.
import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Readable } from "node:stream"
import type { Json } from "./client.ts"

export const ROOT = resolve(import.meta.dirname, "../../..")

const SOURCES = join(ROOT, "src/start/cli.js")

/** The file that starts the command. If `npm test` runs many files, it has made a bundle that starts faster. */
export const COMMAND = process.env.VINTEM_TEST_COMMAND ?? SOURCES

/** A compile cache reduces the start time of a process by a third. */
export const COMPILE_CACHE = join(tmpdir(), "vintem-compile-cache")

type Environment = Record<string, string>
export type CommandResult = { status: number | null; stdout: string; stderr: string; json: Json }
export type CommandOutput = Omit<CommandResult, "json">

/**
 * Runs the command with an environment and a text on its stdin. One process runs all commands one after the other, because each start takes
 * a second.
 */
export async function runCommand(args: string[], env: Environment, stdin = ""): Promise<CommandResult> {
  return withJson(args, await runnerOf()(args, env, stdin))
}

/** Starts the command as a process of its own, from its modules if the environment has VINTEM_SOURCES. It is stopped after a minute. */
export function startCommand(args: string[], env: Environment): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [env.VINTEM_SOURCES ? SOURCES : COMMAND, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
    env: baseEnvironment(env),
  })
}

/** Runs the command as a process of its own, as an operator does. */
export async function spawnCommand(args: string[], env: Environment): Promise<CommandResult> {
  const child = startCommand(args, env)
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => (stdout += chunk))
  child.stderr.on("data", (chunk) => (stderr += chunk))
  const [status] = (await once(child, "close")) as [number | null]
  return withJson(args, { status, stdout, stderr })
}

/** Avoids a build of older sources, because the command would report it on stderr. */
function baseEnvironment(env: Environment): Environment {
  return { PATH: process.env.PATH as string, NODE_COMPILE_CACHE: COMPILE_CACHE, VINTEM_SOURCES: "1", ...env }
}

function withJson(args: string[], output: CommandOutput): CommandResult {
  const json = args.includes("--json") && output.status === 0 ? JSON.parse(output.stdout) : undefined
  return { ...output, json }
}

type Runner = (args: string[], env: Environment, stdin: string) => Promise<CommandOutput>
let runner: Runner | undefined

/** Returns the runner of this test process. It does not keep the process alive, and ends with it. */
function runnerOf(): Runner {
  runner ??= startRunner(fork(join(import.meta.dirname, "command-runner.ts"), { cwd: ROOT, env: baseEnvironment({}) }))
  return runner
}

function startRunner(child: ChildProcess): Runner {
  let lastId = 0
  const waiting = new Map<number, PromiseWithResolvers<CommandOutput>>()
  const hold = () => {
    const held = waiting.size > 0
    child[held ? "ref" : "unref"]()
    child.channel?.[held ? "ref" : "unref"]()
  }
  child.on("message", ({ id, output }: { id: number; output: CommandOutput }) => {
    waiting.get(id)?.resolve(output)
    waiting.delete(id)
    hold()
  })
  child.on("exit", (status) => {
    runner = undefined
    for (const { reject } of waiting.values()) reject(new Error(`the process that runs commands has exited with ${status}`))
  })
  return (args, env, stdin) => {
    const result = Promise.withResolvers<CommandOutput>()
    waiting.set(++lastId, result)
    hold()
    child.send({ id: lastId, args, env: baseEnvironment(env), stdin })
    return result.promise
  }
}

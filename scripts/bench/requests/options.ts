// The options of make bench.
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { KINDS, type Kind } from "../shared/fresh.ts"
import { WORKLOADS, type WorkloadName } from "./workloads.ts"

export type Options = {
  rounds: number
  seconds: number
  connections: number
  only: readonly WorkloadName[]
  on: readonly Kind[]
  /** How many api processes serve on Postgres. If undefined, one process does everything. */
  processes?: number
  /** Requests per second of the open loop. If undefined, there is none. */
  open?: number
  peers: { name: string; url: string }[]
  /** A checkout of another version, which is measured in the same rounds. */
  against?: string
  json?: string
  write: boolean
  /** Two files from --json to compare. Nothing is measured then. */
  compare?: [string, string]
}

export const USAGE = `Usage: bench.ts [option …]
  --rounds N            rounds of each workload (5)
  --seconds N           seconds of each round (4)
  --connections N       connections of the closed loop (64)
  --only NAME,…         some of: ${WORKLOADS.join(", ")}
  --on sqlite|postgres  one database instead of both
  --processes N         on Postgres: so many api processes and a worker, instead of one process that does everything
  --open RATE           then also measures create and retrieve with so many requests per second, however long the answers take
  --against DIRECTORY   also measures the version in another checkout, with its node_modules, in the same rounds
  --peer NAME=URL       also measures another service (scripts/bench/requests/peers.ts lists the names); may be repeated
  --json FILE           writes everything that was measured
  --write               puts the tables into docs/benchmarks.md, and a line into its history
  --compare A B         compares two files of --json, and measures nothing`

/** Reads the options. Throws an error that names the first wrong one. */
export function readOptions(args: string[]): Options {
  const text = { type: "string" } as const
  const names = {
    rounds: text,
    seconds: text,
    connections: text,
    only: text,
    on: text,
    processes: text,
    open: text,
    json: text,
    against: text,
  }
  const { values, positionals } = parseArgs({
    args,
    options: { ...names, peer: { ...text, multiple: true }, write: { type: "boolean" }, compare: { type: "boolean" } },
    allowPositionals: true,
  })
  if (positionals.length !== (values.compare ? 2 : 0)) {
    throw new Error(values.compare ? "--compare needs two files" : `unknown argument: ${positionals[0]}`)
  }
  const integer = (name: "rounds" | "seconds" | "connections" | "processes" | "open") => {
    const value = values[name]
    if (value !== undefined && !/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number above 0`)
    return value === undefined ? undefined : Number(value)
  }
  return {
    rounds: integer("rounds") ?? 5,
    seconds: integer("seconds") ?? 4,
    connections: integer("connections") ?? 64,
    only: listOf("only", values.only, WORKLOADS),
    on: listOf("on", values.on, KINDS),
    processes: integer("processes"),
    open: integer("open"),
    peers: (values.peer ?? []).map(readPeer),
    against: values.against && resolve(values.against),
    json: values.json && resolve(values.json),
    write: values.write ?? false,
    compare: values.compare ? (positionals as [string, string]) : undefined,
  }
}

function listOf<Name extends string>(option: string, value: string | undefined, known: readonly Name[]): readonly Name[] {
  if (value === undefined) return known
  const names = value.split(",") as Name[]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`--${option} ${unknown}: must be of ${known.join(", ")}`)
  return names
}

function readPeer(value: string): { name: string; url: string } {
  const [, name, url] = /^([^=]+)=(https?:\/\/.+?)\/?$/.exec(value) ?? []
  if (!name || !url) throw new Error(`--peer ${value}: must be NAME=URL`)
  return { name, url }
}

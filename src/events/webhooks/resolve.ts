import { lookup, Resolver } from "node:dns/promises"
import { readFile } from "node:fs/promises"

/** Returns every address of a host name. Throws the error of node:dns if there is none. */
export type Resolve = (hostname: string) => Promise<string[]>

/**
 * Resolves host names for webhooks. The operating system's lookup blocks a thread of a small pool, so a few unresponsive name
 * servers would delay every other endpoint. For that reason, names outside the hosts file go to DNS directly. Names that DNS
 * does not know fall back to the system's lookup (mDNS, search domains). Concurrent lookups of one name share one query.
 */
export function createResolve(): Resolve {
  const pending = new Map<string, Promise<string[]>>()
  return (hostname) => {
    const shared = pending.get(hostname)
    if (shared !== undefined) return shared
    const query = resolve(hostname).finally(() => pending.delete(hostname))
    pending.set(hostname, query)
    return query
  }
}

async function resolve(hostname: string): Promise<string[]> {
  if (await isInHostsFile(hostname)) return lookUpInSystem(hostname)
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) if (answer.status === "rejected" && answer.reason.code === "ETIMEOUT") throw answer.reason
  return lookUpInSystem(hostname)
}

async function lookUpInSystem(hostname: string): Promise<string[]> {
  const answers = await lookup(hostname, { all: true, order: "ipv4first" })
  return answers.map((answer) => answer.address)
}

async function isInHostsFile(hostname: string): Promise<boolean> {
  const text = await readFile("/etc/hosts", "utf8").catch(() => "") // the file may not exist
  return text.split("\n").some((line) => line.replace(/#.*/, "").trim().split(/\s+/).slice(1).includes(hostname))
}

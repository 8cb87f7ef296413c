import { lookup, Resolver } from "node:dns/promises"
import { readFile } from "node:fs/promises"

/** Every address of a host name; throws the error of node:dns when there is none. */
export type Resolve = (hostname: string) => Promise<string[]>

/**
 * Looks names up for webhooks. The operating system's own look-up occupies a thread of a small pool while it waits, so a few
 * names whose servers are silent would hold up the names of every other endpoint: those that the machine's hosts file does
 * not know are asked of DNS directly, and the system's look-up (mDNS, search domains) comes last, for names DNS denies.
 * One name is asked for once at a time.
 */
export function createResolve(): Resolve {
  const underWay = new Map<string, Promise<string[]>>()
  return (hostname) => {
    const asked = underWay.get(hostname)
    if (asked !== undefined) return asked
    const answer = resolve(hostname).finally(() => underWay.delete(hostname))
    underWay.set(hostname, answer)
    return answer
  }
}

async function resolve(hostname: string): Promise<string[]> {
  if (await isInHostsFile(hostname)) return askSystem(hostname)
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) if (answer.status === "rejected" && answer.reason.code === "ETIMEOUT") throw answer.reason
  return askSystem(hostname)
}

async function askSystem(hostname: string): Promise<string[]> {
  const answers = await lookup(hostname, { all: true, order: "ipv4first" })
  return answers.map((answer) => answer.address)
}

async function isInHostsFile(hostname: string): Promise<boolean> {
  const text = await readFile("/etc/hosts", "utf8").catch(() => "") // a machine without one has no such names
  return text.split("\n").some((line) => line.replace(/#.*/, "").trim().split(/\s+/).slice(1).includes(hostname))
}

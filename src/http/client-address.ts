import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"
import ipaddr from "ipaddr.js"

/**
 * Which proxies are trusted: none; the one that connects; or those with these addresses and networks. A list that the configuration has
 * checked.
 */
export type TrustProxy = boolean | readonly string[]

/** The longest text of a hop: an IPv6 address in brackets with a port. */
const MAX_HOP = 60

/** The address ranges of the operator's own network. */
const OWN_NETWORK = new Set(["loopback", "private", "linkLocal", "uniqueLocal"])

/** The owner of one IPv6 address has at least the network of these first parts. */
const IPV6_NETWORK_PARTS = 4

/**
 * Returns the address of the client: the right-most hop of X-Forwarded-For that is not a trusted proxy. Each trusted proxy has added the address
 * that it saw. The hops to the left of an address that is not trusted were sent by the client.
 */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">, trust: TrustProxy): string {
  let client = read(socket.remoteAddress ?? "")
  if (!isProxy(client, trust)) return client?.text ?? "unknown"
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",")
  for (const hop of forwarded.reverse()) {
    const address = read(withoutPort(hop.trim()))
    if (!address) break
    client = address
    if (trust === true || !isProxy(address, trust)) break
  }
  return client?.text ?? "unknown"
}

/** Returns whether the connection comes from a trusted proxy. */
export function isFromProxy({ socket }: Pick<IncomingMessage, "socket">, trust: TrustProxy): boolean {
  return isProxy(read(socket.remoteAddress ?? ""), trust)
}

function isProxy(address: Address | undefined, trust: TrustProxy): boolean {
  if (typeof trust === "boolean" || !address) return trust === true
  return proxiesIn(trust).check(address.text, isIP(address.text) === 4 ? "ipv4" : "ipv6")
}

const compiled = new WeakMap<readonly string[], BlockList>()

/** Returns the addresses and networks of a list. */
function proxiesIn(list: readonly string[]): BlockList {
  const known = compiled.get(list)
  if (known) return known
  const proxies = new BlockList()
  for (const entry of list) {
    const [address = "", bits] = entry.split("/")
    const family = isIP(address) === 4 ? "ipv4" : "ipv6"
    proxies.addSubnet(address, Number(bits ?? (family === "ipv4" ? 32 : 128)), family)
  }
  compiled.set(list, proxies)
  return proxies
}

/** Returns whether an address is in the operator's own network. */
export function isOwn(client: string): boolean {
  return read(client)?.isOwn ?? false
}

/** Returns the network by which the requests of an address are counted: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(client: string): string {
  return read(client)?.network ?? client
}

type Address = { text: string; network: string; isOwn: boolean }

/** Each request needs its parsed address two or three times, and most clients send many requests. */
const known = new Map<string, Address | undefined>()
const MAX_KNOWN = 1000

function read(text: string): Address | undefined {
  if (known.has(text)) return known.get(text)
  const address = parse(text)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, address)
  return address
}

/** Parses an address. An IPv4 address in IPv6 form becomes plain IPv4. */
function parse(text: string): Address | undefined {
  if (!ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  return { text: address.toString(), network: networkText(address), isOwn: OWN_NETWORK.has(address.range()) }
}

function networkText(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, IPV6_NETWORK_PARTS).map((part) => part.toString(16))
  return `${network.join(":")}::/64`
}

/** Removes the port that some proxies add: `192.0.2.1:1234` and `[2001:db8::1]:1234`. */
function withoutPort(hop: string): string {
  if (hop.length > MAX_HOP) return ""
  return /^\[(.+)\](:\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
}

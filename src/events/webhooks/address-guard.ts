import ipaddr from "ipaddr.js"

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Judges one address, as DNS or a URL gave it: may a webhook be sent there? */
export type AddressGuard = (address: string) => boolean

/** An address that webhooks must not reach. Its message names no address: a merchant reads the outcome of an attempt. */
export class AddressRefused extends Error {
  readonly code = "ADDRESS_REFUSED"
  constructor() {
    super("The host resolves to an address that is not public.")
    this.name = "AddressRefused"
  }
}

/** IPv4 that is not global unicast: the special-purpose registry of IANA, multicast and what is reserved. */
const refusedV4 = cidrs([
  "0.0.0.0/8", // this network
  "10.0.0.0/8",
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8",
  "169.254.0.0/16", // link-local, and the metadata services of clouds
  "172.16.0.0/12",
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16",
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and the limited broadcast
])

/** IPv6 hands out global unicast from this block alone: loopback, ULA, link-local, multicast, mapped forms and NAT64 lie outside. */
const globalV6 = ipaddr.parseCIDR("2000::/3") as Cidr

/** What the block above holds beside global unicast, or what hides an IPv4 address. */
const refusedV6 = cidrs([
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
])

/**
 * Makes the guard that webhooks and integrations pass at every attempt: global unicast addresses only, and those of
 * `allowed` (CIDR blocks, for development and tests). An IPv6 form that maps an IPv4 address is refused whatever it maps,
 * unless a block of `allowed` names that form itself.
 */
export function addressGuard(allowed: readonly string[]): AddressGuard {
  const opened = cidrs(allowed)
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.parse(text)
    if (isIn(address, opened)) return true
    if (address.kind() === "ipv4") return !isIn(address, refusedV4)
    return isIn(address, [globalV6]) && !isIn(address, refusedV6)
  }
}

/** Reads CIDR blocks such as "127.0.0.0/8"; throws on what is none. */
function cidrs(texts: readonly string[]): Cidr[] {
  return texts.map((text) => ipaddr.parseCIDR(text) as Cidr)
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, blocks: readonly Cidr[]): boolean {
  return blocks.some(([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits))
}

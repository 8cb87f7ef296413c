import ipaddr from "ipaddr.js"

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Reports whether webhooks may be sent to an address. The address comes from DNS or from a URL. */
export type AddressGuard = (address: string) => boolean

/** Thrown for an address that webhooks must not reach. The message omits the address because merchants see attempt outcomes. */
export class AddressRefused extends Error {
  readonly code = "ADDRESS_REFUSED"
  constructor() {
    super("The host resolves to an address that is not public.")
    this.name = "AddressRefused"
  }
}

/** IPv4 addresses that are not global unicast: IANA's special-purpose registry, multicast and reserved blocks. */
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

/** IPv6 global unicast. Loopback, ULA, link-local, multicast, IPv4-mapped addresses and NAT64 are outside this block. */
const globalV6 = ipaddr.parseCIDR("2000::/3") as Cidr

/** Parts of the block above that are not global unicast or that embed an IPv4 address. */
const refusedV6 = cidrs([
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
])

/**
 * Creates the guard that checks every connection of a webhook or an integration. It accepts global unicast addresses, and the
 * CIDR blocks in `allowed` (for development and tests). IPv6 addresses that embed an IPv4 address are refused, unless a block
 * in `allowed` contains them in their IPv6 form. Throws if `allowed` is not valid CIDR.
 */
export function addressGuard(allowed: readonly string[]): AddressGuard {
  const allowedBlocks = cidrs(allowed)
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.parse(text)
    if (isIn(address, allowedBlocks)) return true
    if (address.kind() === "ipv4") return !isIn(address, refusedV4)
    return isIn(address, [globalV6]) && !isIn(address, refusedV6)
  }
}

/** Parses CIDR blocks such as "127.0.0.0/8". Throws if a text is not one. */
function cidrs(texts: readonly string[]): Cidr[] {
  return texts.map((text) => ipaddr.parseCIDR(text) as Cidr)
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, blocks: readonly Cidr[]): boolean {
  return blocks.some(([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits))
}

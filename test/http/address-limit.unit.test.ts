import { expect } from "chai"
import { RefusedRequests } from "../../src/http/address-limit.ts"
import { clientAddress, isOwn, networkOf, type TrustProxy } from "../../src/http/client-address.ts"

describe("The count of refused requests", () => {
  const counted = (refused: RefusedRequests, address: string, times: number) => {
    for (let i = 0; i < times; i++) refused.count(address)
  }

  it("blocks an address at the limit, until a minute after the first of them", () => {
    let now = 1_000_000
    const refused = new RefusedRequests(3, () => now)
    counted(refused, "192.0.2.1", 1)
    now += 59_000
    counted(refused, "192.0.2.1", 1)
    expect(refused.blockedUntil("192.0.2.1")).to.equal(undefined)
    counted(refused, "192.0.2.1", 1)
    expect(refused.blockedUntil("192.0.2.1")).to.equal(1_060_000)
    expect(refused.blockedUntil("192.0.2.2")).to.equal(undefined)
    now = 1_060_000
    expect(refused.blockedUntil("192.0.2.1")).to.equal(undefined)
    counted(refused, "192.0.2.1", 2)
    expect(refused.blockedUntil("192.0.2.1")).to.equal(undefined)
  })

  it("says once in a window that the limit is reached", () => {
    let now = 0
    const refused = new RefusedRequests(2, () => now)
    const reached = () => [1, 2, 3].map(() => refused.count("192.0.2.1"))
    expect(reached()).to.deep.equal([false, true, false])
    now += 60_000
    expect(reached()).to.deep.equal([false, true, false])
    expect(new RefusedRequests(1, () => now).count("192.0.2.1")).to.equal(true)
  })

  it("is not prolonged by a clock that is set back an hour", () => {
    let now = 7_200_000
    const refused = new RefusedRequests(2, () => now)
    counted(refused, "192.0.2.1", 1)
    now -= 3_600_000
    counted(refused, "192.0.2.1", 2)
    expect(refused.blockedUntil("192.0.2.1")).to.equal(now + 60_000)
  })

  it("blocks an address no longer where the clock is set back an hour", () => {
    let now = 7_200_000
    const refused = new RefusedRequests(2, () => now)
    counted(refused, "192.0.2.1", 2)
    now -= 3_600_000
    expect(refused.blockedUntil("192.0.2.1")).to.equal(undefined)
  })

  it("remembers a bounded number of addresses, the latest ones", () => {
    const refused = new RefusedRequests(1, () => 0, 1000)
    for (let i = 0; i < 5000; i++) counted(refused, `2001:db8:0:${i.toString(16)}::/64`, 1)
    expect(refused.addresses).to.equal(1000)
    expect(refused.blockedUntil(`2001:db8:0:${(4999).toString(16)}::/64`)).to.equal(60_000)
  })
})

describe("The address of a client", () => {
  const of = (remoteAddress: string | undefined, forwarded?: string, trust: TrustProxy = true) =>
    clientAddress({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } } as never, trust)
  const OWN = ["127.0.0.1", "10.0.0.0/24", "fd00::/8"]
  const INVENTED = "198.51.100.1"
  const CLIENT = "192.0.2.7"

  const cases: [what: string, seen: string, expected: string][] = [
    ["is that of the connection", of("192.0.2.1"), "192.0.2.1"],
    ["is that of the connection where no proxy is trusted", of("192.0.2.1", CLIENT, false), "192.0.2.1"],
    ["is that of the connection where the proxy names no client", of("10.0.0.1", ""), "10.0.0.1"],

    ["is the one that the proxy added", of("10.0.0.1", CLIENT), CLIENT],
    ["is not one that the client invented", of("10.0.0.1", `${INVENTED}, ${CLIENT}`), CLIENT],
    ["is not one that a client of a private network invented", of("10.0.0.1", `${INVENTED}, 10.1.2.3`), "10.1.2.3"],
    ["is not one that a client of this machine invented", of("127.0.0.1", `${INVENTED}, 127.0.0.1`), "127.0.0.1"],
    ["is a private one where the client is in that network", of("127.0.0.1", "10.1.2.3"), "10.1.2.3"],

    ["is left of the proxies that are named", of("127.0.0.1", `${INVENTED},${CLIENT}, 10.0.0.3`, OWN), CLIENT],
    ["is left of all of them", of("127.0.0.1", `${INVENTED}, ${CLIENT}, fd00::1, 10.0.0.3:80, 10.0.0.2`, OWN), CLIENT],
    ["is a private one that is no proxy", of("127.0.0.1", `${INVENTED}, 10.0.1.3, 10.0.0.3`, OWN), "10.0.1.3"],
    ["is that of the connection where no named proxy connects", of("10.0.1.3", `${INVENTED}, ${CLIENT}`, OWN), "10.0.1.3"],
    ["is that of the connection where a stranger connects", of("203.0.113.5", `${INVENTED}, 10.0.0.3`, OWN), "203.0.113.5"],
    ["is the first proxy's where a proxy asks by itself", of("127.0.0.1", "10.0.0.3, 10.0.0.2", OWN), "10.0.0.3"],
    [
      "is left of a proxy whose address is written in the form of IPv6",
      of("::ffff:127.0.0.1", `${CLIENT}, ::ffff:10.0.0.3`, OWN),
      CLIENT,
    ],

    ["is that of the last proxy where the hop before it is unreadable", of("127.0.0.1", `${CLIENT}, unknown`), "127.0.0.1"],
    [
      "is that of the last proxy where the hop before it is too long",
      of("127.0.0.1", `${CLIENT}, ${"1".repeat(2000)}`),
      "127.0.0.1",
    ],
    ["has no port", of("127.0.0.1", "192.0.2.7:4711"), CLIENT],
    ["has no port in IPv6 either", of("127.0.0.1", "[2001:db8:1:2:3::7]:4711"), "2001:db8:1:2:3::7"],
    ["is an IPv4 address also in the form of IPv6", of("::ffff:192.0.2.1"), "192.0.2.1"],
    ["is an IPv6 address", of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2:3:4:5:6"],
    ["counts for its /64 network in IPv6", networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64"],
    ["counts for itself in IPv4", networkOf("192.0.2.1"), "192.0.2.1"],
    ["is unknown where the connection is gone", of(undefined), "unknown"],
    ["is unknown where the connection is gone and proxies are named", of(undefined, CLIENT, OWN), "unknown"],
  ]
  for (const [what, seen, expected] of cases) it(what, () => expect(seen).to.equal(expected))

  it("may be a proxy's where it is in the operator's own network", () => {
    expect(["127.0.0.1", "10.1.2.3", "::1", "fd00::1"].map(isOwn)).to.deep.equal([true, true, true, true])
    expect(["192.0.2.1", "8.8.8.8", "2001:db8::1", "unknown"].map(isOwn)).to.deep.equal([false, false, false, false])
  })
})

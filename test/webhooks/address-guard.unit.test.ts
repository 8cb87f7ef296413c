import { expect } from "chai"
import fc from "fast-check"
import { addressGuard } from "../../src/base/address-guard.ts"

const mayReach = addressGuard([])

describe("The addresses that webhooks may reach", () => {
  const publicAddresses = [
    ["8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1", "169.253.255.255", "172.15.255.255"],
    [
      "172.32.0.0",
      "192.0.1.1",
      "192.167.255.255",
      "192.169.0.0",
      "198.17.255.255",
      "198.20.0.0",
      "223.255.255.255",
      "9.255.255.255",
    ],
    ["11.0.0.0", "1.0.0.0", "2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001::1", "2804:14d::1", "2003::1"],
  ].flat()
  for (const address of publicAddresses) it(`${address} is public`, () => expect(mayReach(address)).to.equal(true))

  const refused = {
    "this network": ["0.0.0.0", "0.255.255.255"],
    loopback: ["127.0.0.1", "127.255.255.254", "::1"],
    private: ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"],
    "link-local and cloud metadata": ["169.254.0.1", "169.254.169.254", "fe80::1", "febf::1", "fe80::1%eth0"],
    "unique local": ["fc00::1", "fd00:ec2::254", "fdff::1"],
    "deprecated site-local": ["fec0::1"],
    "carrier-grade NAT": ["100.64.0.1", "100.127.255.255"],
    "protocol assignments": ["192.0.0.1", "192.0.0.170", "192.88.99.1", "2001:1ff::1", "2001:2::1", "2001:20::1"],
    documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
    benchmarks: ["198.18.0.1", "198.19.255.255"],
    "anycast services of AS112 and AMT": ["192.31.196.1", "192.52.193.1", "192.175.48.1", "2620:4f:8000::1", "2001:4:112::1"],
    multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
    "reserved and broadcast": ["240.0.0.1", "255.255.255.255", "4000::1", "8000::1"],
    "unspecified and discard": ["::", "100::1"],
    "IPv4-mapped": ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "0:0:0:0:0:ffff:127.0.0.1"],
    "IPv4-compatible and translated": ["::127.0.0.1", "::ffff:0:127.0.0.1"],
    NAT64: ["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::7f00:1"],
    "6to4": ["2002:7f00:1::1", "2002:808:808::1"],
    Teredo: ["2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    "odd spellings of loopback": ["2130706433", "0x7f.1", "0x7f000001", "017700000001", "127.1", "0177.0.0.1"],
    "no address at all": ["", "localhost", "[::1]", "1.2.3.4.5", "8.8.8.8/32", "8.8.8.8:443"],
  }
  for (const [kind, addresses] of Object.entries(refused)) {
    it(`${kind} is refused: ${addresses.join(" ")}`, () => {
      for (const address of addresses) expect(mayReach(address), address).to.equal(false)
    })
  }

  it("an address is judged the same in every spelling", () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
        const number = octets.reduce((sum, each) => sum * 256 + each, 0)
        const verdict = mayReach(octets.join("."))
        return mayReach(`0x${number.toString(16)}`) === verdict && mayReach(String(number)) === verdict
      }),
    )
  })

  it("an IPv6 address that embeds an IPv4 address is refused", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((each) => each.toString(16))
    fc.assert(
      fc.property(fc.tuple(group, group), ([high, low]) =>
        [`::ffff:${high}:${low}`, `64:ff9b::${high}:${low}`, `2002:${high}:${low}::1`, `2001:0:${high}:${low}::1`].every(
          (address) => !mayReach(address),
        ),
      ),
    )
  })

  it("only the ranges that the operator allows are added", () => {
    const opened = addressGuard(["127.0.0.0/8", "fd00::/8"])
    for (const address of ["127.0.0.1", "127.9.9.9", "fd12::1", "8.8.8.8"]) expect(opened(address), address).to.equal(true)
    for (const address of ["10.0.0.1", "::1", "::ffff:127.0.0.1", "fc00::1"]) expect(opened(address), address).to.equal(false)
    expect(addressGuard(["::ffff:127.0.0.0/104"])("::ffff:127.0.0.1")).to.equal(true)
  })

  it("an invalid range is refused in the configuration", () => {
    for (const wrong of ["127.0.0.1", "localhost", "127.0.0.0/33", "10.0.0.0/", ""]) {
      expect(() => addressGuard([wrong]), wrong).to.throw()
    }
  })
})

import { expect } from "chai"
import { addressGuard } from "../../src/base/address-guard.ts"
import { startSink } from "../support/network/https-sink.ts"
import { attempting, body, headers } from "./attempting.ts"

describe("A delivery attempt", () => {
  const { closeAll, sink, poster } = attempting()
  afterEach(closeAll)

  describe("to an unreachable server", () => {
    it("reports a refused connection", async () => {
      const gone = await startSink()
      await gone.close()
      const { post } = await poster({ resolve: async () => ["127.0.0.1"] })
      expect(await post(gone.url, headers, body)).to.include({ http_status: null, error: "connection_refused" })
      expect(await post(`https://shop.example:${gone.port}/`, headers, body)).to.include({ error: "connection_refused" })
    })

    it("reports an unknown host name", async () => {
      const result = await (await poster()).post("https://no-such-host.invalid/", headers, body)
      expect(result).to.include({ http_status: null, error: "dns_error" })
    })
  })

  describe("to an address that is not public", () => {
    const literals = [
      ["127.0.0.1", "2130706433", "0x7f.1", "0x7f000001", "017700000001", "127.1", "0", "10.0.0.1", "192.168.0.1", "172.16.0.1"],
      ["169.254.169.254", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[::ffff:127.0.0.1]"],
      ["[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::1]", "[2001:0:7f00:1::1]", "[fd00::1]", "[fe80::1]", "127.0.0.1."],
      ["%31%32%37.0.0.1", "１２７.0.0.1", "[::127.0.0.1]"],
    ].flat()
    for (const literal of literals) {
      it(`does not connect to the literal ${literal}`, async () => {
        const merchant = await sink()
        const { post } = await poster({ mayReach: addressGuard([]) })
        const result = await post(`https://${literal}:${merchant.port}/`, headers, body)
        expect(result).to.include({ http_status: null, error: "address_refused" })
        expect(merchant.connections()).to.equal(0)
      })
    }

    it("does not connect to a name that resolves to such an address, however it is spelled", async () => {
      const merchant = await sink()
      for (const answer of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "10.1.2.3", "fe80::1%lo"]) {
        const { post } = await poster({ mayReach: addressGuard([]), resolve: async () => [answer] })
        const result = await post(`https://shop.example:${merchant.port}/`, headers, body)
        expect(result, answer).to.include({ http_status: null, error: "address_refused" })
      }
      expect(merchant.connections()).to.equal(0)
    })

    it("does not connect to localhost", async () => {
      const merchant = await sink()
      const { post } = await poster({ mayReach: addressGuard([]) })
      const result = await post(`https://localhost:${merchant.port}/`, headers, body)
      expect(result).to.include({ error: "address_refused" })
      expect(merchant.connections()).to.equal(0)
    })

    it("connects only to the public addresses of a name, in any order", async () => {
      const merchant = await sink()
      for (const answers of [
        ["10.0.0.1", "::1", "127.0.0.1"],
        ["127.0.0.1", "::1", "10.0.0.1"],
      ]) {
        const { post } = await poster({ resolve: async () => answers })
        expect(await post(`https://localhost:${merchant.port}/`, headers, body)).to.include({ http_status: 200 })
      }
    })

    it("does not fall back to a non-public address if the public ones are unreachable", async () => {
      const inside = await sink()
      const unreachable = "127.0.0.2"
      for (const answers of [
        ["127.0.0.1", unreachable],
        [unreachable, "127.0.0.1"],
      ]) {
        const { post } = await poster({ mayReach: addressGuard([`${unreachable}/32`]), resolve: async () => answers })
        const result = await post(`https://localhost:${inside.port}/`, headers, body)
        expect(result).to.include({ http_status: null }).and.to.have.property("error").that.is.not.oneOf([null, "timeout"])
      }
      expect(inside.connections()).to.equal(0)
    })

    it("connects to the address that it checked, even if the name resolves differently later", async () => {
      const merchant = await sink()
      const answers = [["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1"]]
      const lookups: string[] = []
      const resolve = async (name: string) => {
        lookups.push(name)
        return answers[Math.min(lookups.length, answers.length) - 1]!
      }
      const url = `https://localhost:${merchant.port}/`
      const { post } = await poster({ resolve })
      expect(await post(url, headers, body)).to.include({ http_status: 200 })
      expect(lookups).to.deep.equal(["localhost"]) // one lookup per connection, so no unchecked address is used

      await (await poster({ resolve })).post(url, headers, body).then((result) => {
        expect(result).to.include({ error: "address_refused" })
      })
      expect(lookups).to.have.length(2)
      expect(merchant.connections()).to.equal(1)
    })
  })
})

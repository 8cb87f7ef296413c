import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import type { Members } from "../../../src/acquirers/members.ts"
import type { BankPix } from "../../bank-pix/bank-pix.ts"
import { atBank } from "./at-bank.ts"
import { mandateMembersFor, membersFor, never } from "./open.ts"
import { startProxy } from "./proxy.ts"

const OURS = "https://pay.example.com/acquirers/bank-pix/acct_1/secret/notifications"
const RIGHT = { certificate: "right", token: "right", scopes: "right", pix_key: "right", clock: "right", notifications: "right" }

/** Our address for notifications, which answers 200 to whoever the proxy in front of it lets through. */
async function startAddress(bank: BankPix, demands: boolean) {
  const server = createServer((_, answer) => void answer.writeHead(200).end()).listen(0, "127.0.0.1")
  await once(server, "listening")
  const proxy = await startProxy(bank, { demands })
  proxy.forwardTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const close = async () => {
    await proxy.close()
    server.close()
  }
  return { url: `${proxy.url}/acquirers/bank-pix/acct_1/secret/notifications`, close }
}

describe("The check of an account at its bank", () => {
  const on = atBank()

  async function check(members: Members = membersFor(on.bank), now?: () => number) {
    const { acquirer } = await on.another({ members, ...(now && { now }) })
    const found = await acquirer.check!(never, OURS)
    for (const { text } of found) expect(on.bank.secretsIn(text)).to.deep.equal([])
    return { found: Object.fromEntries(found.map(({ name, result }) => [name, result])), text: JSON.stringify(found) }
  }
  const register = () => on.acquirer.register!(OURS, never)

  it("proves everything without moving money, and leaves no charge that can be paid", async () => {
    expect((await register()).result).to.equal("right")
    expect((await check()).found).to.deep.equal(RIGHT)
    expect(on.bank.ledger()).to.deep.equal([])
    const [made] = on.bank.calls("putCob")
    expect(() => on.bank.pay(made!.path.split("/").at(-1)!)).to.throw("was removed")
  })

  describe("whose address demands the bank's certificate", () => {
    const mtls = async (url: string) => {
      const { acquirer } = await on.another({ members: { ...membersFor(on.bank), webhook: { mtls: "true" } } })
      return (await acquirer.check!(never, url)).find(({ name }) => name === "webhook_mtls")?.result
    }

    it("knocks there without one, and wants to be turned away", async () => {
      const results: unknown[] = []
      for (const demands of [true, false]) {
        const { url, close } = await startAddress(on.bank, demands)
        results.push(await mtls(url))
        await close()
        results.push(await mtls(url))
      }
      expect(results).to.deep.equal(["right", "unknown", "wrong", "unknown"])
    })
  })

  it("misses the address for notifications, or finds somebody else's there", async () => {
    expect((await check()).found).to.deep.equal({ ...RIGHT, notifications: "wrong" })
    await on.acquirer.register!("https://another.example.com/hooks", never)
    expect((await check()).found).to.deep.equal({ ...RIGHT, notifications: "wrong" })
    expect((await on.acquirer.register!("http://pay.example.com/hooks", never)).result).to.equal("wrong")
  })

  it("names the scopes that the bank has not granted", async () => {
    await register()
    on.bank.account.scopes = on.bank.account.scopes.filter((scope) => scope !== "pix.write")
    const { found, text } = await check()
    expect(found).to.deep.equal({ ...RIGHT, scopes: "wrong" })
    expect(text).to.contain("pix.write").and.not.contain("cob.write")
  })

  describe("with PIX Automático", () => {
    const ALL = { ...RIGHT, mandates: "right", mandate_notifications: "right", mandate_charge_notifications: "right" }
    const checkAll = () => check(mandateMembersFor(on.bank))
    const registerAll = async () => (await on.another({ members: mandateMembersFor(on.bank) })).acquirer.register!(OURS, never)

    it("proves its scopes and addresses, without a mandate and without a charge", async () => {
      expect((await registerAll()).result).to.equal("right")
      const { found, text } = await checkAll()
      expect(found).to.deep.equal(ALL)
      for (const scope of ["rec", "cobr", "payloadlocationrec", "webhookrec", "webhookcobr"])
        expect(text).to.contain(`${scope}.write`)
      for (const operation of ["postRec", "postLocrec", "putCobr"] as const) expect(on.bank.calls(operation)).to.deep.equal([])
    })

    it("misses the addresses that the bank has of payments alone", async () => {
      await register()
      expect((await checkAll()).found).to.deep.equal({
        ...ALL,
        ...{ mandate_notifications: "wrong", mandate_charge_notifications: "wrong" },
      })
    })

    it("names the scopes that the bank has not granted, and PIX itself is right", async () => {
      await registerAll()
      on.bank.account.scopes = on.bank.account.scopes.filter((scope) => !/rec|cobr/.test(scope))
      const { found, text } = await checkAll()
      expect(found).to.deep.equal({
        ...{ ...ALL, scopes: "wrong", mandates: "wrong" },
        ...{ mandate_notifications: "wrong", mandate_charge_notifications: "wrong" },
      })
      expect(text).to.contain("rec.write").and.contain("webhookcobr.read")
      expect((await registerAll()).result).to.equal("wrong")
    })

    it("says that it does not know where the bank gives no answer", async () => {
      await registerAll()
      on.bank.faults.next({ operation: "listCobr", fault: "html_before:404" })
      on.bank.faults.next({ operation: "getWebhookrec", fault: "cut_before" })
      expect((await checkAll()).found).to.deep.equal({ ...ALL, mandates: "unknown", mandate_notifications: "unknown" })
      const { found } = await check({ ...mandateMembersFor(on.bank), client_secret: "WrongSecretThatNobodyMaySee" })
      expect(found).to.include({ token: "wrong", mandates: "unknown", mandate_charge_notifications: "unknown" })
    })
  })

  it("finds a key that is not the account's", async () => {
    const { found } = await check({ ...membersFor(on.bank), pix_key: "outra@example.com" })
    expect(found).to.include({ token: "right", pix_key: "wrong", notifications: "wrong" })
  })

  it("finds a wrong secret, and does not repeat it", async () => {
    const { found, text } = await check({ ...membersFor(on.bank), client_secret: "WrongSecretThatNobodyMaySee" })
    expect(found).to.deep.equal({
      ...{ certificate: "right", token: "wrong", scopes: "unknown" },
      ...{ pix_key: "unknown", clock: "unknown", notifications: "unknown" },
    })
    expect(text).to.not.contain("WrongSecret")
  })

  it("finds a clock that differs, and a certificate that has ended", async () => {
    await register()
    const ahead = await check(membersFor(on.bank), () => on.bank.clock.now() + 120_000)
    expect(ahead.found).to.deep.equal({ ...RIGHT, clock: "wrong" })
    expect(ahead.text).to.contain("behind this machine's")
    const { cert: certificate, key } = await on.bank.newCertificate(on.bank.account, { days: -1 })
    expect((await check({ ...membersFor(on.bank), certificate, key })).found).to.include({
      certificate: "wrong",
      token: "unknown",
    })
  })

  it("says that it does not know where the bank gives no answer", async () => {
    await register()
    on.bank.faults.next({ operation: "putCob", fault: "cut_before" })
    on.bank.faults.next({ operation: "getWebhook", fault: "html_before:502" })
    expect((await check()).found).to.deep.equal({ ...RIGHT, pix_key: "unknown", clock: "unknown", notifications: "unknown" })
  })
})

describe("The registration at a bank that tests whether our address demands its certificate", () => {
  const on = atBank({ profile: "efi" })

  it("lets it test an address of which the credentials say so, and no other", async () => {
    const { url, close } = await startAddress(on.bank, false)
    const registered = async (members: Members) => (await (await on.another({ members })).acquirer.register!(url, never)).result
    const members = membersFor(on.bank)
    expect(await registered({ ...members, webhook: { mtls: "true" } })).to.equal("wrong")
    expect(await registered(members)).to.equal("right")
    await close()
  })
})

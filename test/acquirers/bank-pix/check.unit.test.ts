import { expect } from "chai"
import type { Members } from "../../../src/acquirers/members.ts"
import { atBank } from "./at-bank.ts"
import { mandateMembersFor, membersFor, never } from "./open.ts"

const OURS = "https://pay.example.com/acquirers/bank-pix/acct_1/secret/notifications"
const RIGHT = { certificate: "right", token: "right", scopes: "right", pix_key: "right", clock: "right", notifications: "right" }

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

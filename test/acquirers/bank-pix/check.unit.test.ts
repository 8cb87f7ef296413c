import { expect } from "chai"
import type { Members } from "../../../src/acquirers/members.ts"
import { atBank } from "./at-bank.ts"
import { membersFor, never } from "./open.ts"

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

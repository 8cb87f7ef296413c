// A live account from the command line on: a worker of its own calls the simulators over TLS.
import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { type LiveAccount, startLiveAccount } from "../acquirers/cielo/live-account.ts"
import { addressesOf, credentialsOf, EC } from "../acquirers/cielo/open-desk.ts"
import type { Json } from "../support/app/client.ts"
import { runCommand } from "../support/app/vintem.ts"
import { merchantCertificate } from "../support/cielo-chargebacks/certificates.ts"
import { type Chargebacks, startChargebacks } from "../support/cielo-chargebacks/chargebacks.ts"
import { until } from "../support/merchants/merchant.ts"
import { balanceIn, payWith } from "../support/merchants/rails.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { PDF } from "./shop.ts"

describe("Chargebacks of a live account", function () {
  this.timeout(120_000)
  let desk: Chargebacks
  let live: LiveAccount
  const outputs: string[] = []
  before(async () => {
    await trustTestAuthority()
    desk = await startChargebacks()
    const { cieloChargebackUrl, cieloChargebackTokenUrl } = addressesOf(desk)
    const settings = { CIELO_CHARGEBACK_URL: cieloChargebackUrl, CIELO_CHARGEBACK_TOKEN_URL: cieloChargebackTokenUrl }
    live = await startLiveAccount({ settings })
  })
  after(async () => {
    await live.close()
    await desk.close()
  })

  async function run(...args: string[]) {
    const result = await runCommand(args, live.databases.env)
    outputs.push(result.stdout, result.stderr)
    return result
  }
  async function file(name: string, content: string | Buffer): Promise<string> {
    const path = join(live.databases.directory, name)
    await writeFile(path, content)
    await chmod(path, 0o600)
    return path
  }
  const set = async (members: Json) => {
    const path = await file("chargebacks.json", JSON.stringify(members))
    return run("acquirer", "chargebacks", "set", "--account", live.merchant.account, "--credentials-file", path, "--json")
  }

  it("are listed once an operator has set the access, refused by the command line, and won, and no secret is shown", async () => {
    const { merchant, cielo } = live
    const { id } = await payWith(merchant, "4111111111111111")
    const [sold] = await cielo.control.ledger()
    await cielo.control.chargeback({ payment: sold!.payment_id, amount: 4990 })
    const one = desk.cases.open({ amount: 4990, sale: { tid: sold!.tid! } })

    const access = credentialsOf(desk)
    const missing = await set(access)
    expect([missing.status, missing.stderr]).to.satisfy(
      ([status, text]: [number, string]) => status === 1 && /no EC numbers/.test(text),
    )
    const ofAccount = ["--account", merchant.account, "--name", "cielo", "--merchant-id", cielo.merchant.merchant_id]
    const key = await file("merchant-key", cielo.merchant.merchant_key)
    expect((await run("acquirer", "set", ...ofAccount, "--merchant-key-file", key, "--ec", EC)).status).to.equal(0)
    const other = await merchantCertificate()
    for (const [wrong, said] of [
      [{ ...access, key: other.key }, "not that of the certificate"],
      [{ ...access, user_name: "ana" }, "e-mail"],
      [{ ...access, user: "x" }, "unknown member: user"],
      [{ ...access, client_secret: "" }, "client_secret"],
    ] as const) {
      const { status, stderr } = await set(wrong)
      expect([status, stderr.includes(said)], stderr).to.deep.equal([1, true])
    }
    const done = await set(access)
    expect(done.status, done.stderr).to.equal(0)
    expect(done.json).to.include({ account: merchant.account, name: "cielo", user_name: access.user_name })

    const list = async () =>
      (await run("disputes", "list", "--mode", "live", "--account", merchant.account, "--json")).json as Json[]
    // The notification has booked it before, as one that nobody can answer.
    const dispute = await until(async () => (await list()).find(({ status }) => status === "needs_response"))
    expect(dispute).to.include({ payment_intent: id, status: "needs_response", amount: 4990, reason: "fraudulent" })
    expect(dispute.network_reason).to.contain("104")
    const proof = await file("proof.pdf", PDF)
    const without = await run("disputes", "refuse", dispute.id, "--file", proof)
    expect([without.status, without.stderr.includes("reason")]).to.deep.equal([1, true])
    const refused = await run("disputes", "refuse", String(one.idCase), "--file", proof, "--reason", "Entregue", "--json")
    expect(refused.json, refused.stderr).to.include({ case: String(one.idCase), answer: "refuse", status: "sending" })
    await until(async () => (await list())[0]!.status === "under_review")
    expect(one.steps[0]!.refusal).to.deep.include({ reason: "Entregue", bytes: PDF, name: `${one.idCase}.PDF` })

    desk.cases.decide(one.idCase, "merchant")
    // Setting the access again lists the cases at once.
    expect((await set(access)).status).to.equal(0)
    await until(async () => (await list())[0]!.status === "won")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    const cases = (await run("disputes", "cases", "--mode", "live", "--account", merchant.account, "--json")).json as Json[]
    expect(cases.map(({ number, status, dispute: of }) => [number, status, of])).to.deep.equal([
      [String(one.idCase), "won", dispute.id],
    ])
    expect((await run("acquirer", "chargebacks", "remove", "--account", merchant.account)).status).to.equal(0)
    expect((await run("acquirer", "chargebacks", "show", "--account", merchant.account)).status).to.equal(1)
    for (const output of outputs) expect(output).not.to.match(/simulated-secret|PRIVATE KEY/)
    expect(desk.violations).to.deep.equal([])
  })
})

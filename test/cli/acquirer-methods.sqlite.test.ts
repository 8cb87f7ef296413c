// Live mode is on Postgres, so SQLite is enough for test mode.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { type CommandResult, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type BankKind, bankKind, pixBankKind } from "../support/banks/bank-kind.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { payWith, retrieve } from "../support/merchants/rails.ts"

describe("An account with an acquirer for each payment method", function () {
  this.timeout(120_000)
  let databases: Databases
  let vintem: Running
  let bank: Bank
  let all: BankKind
  let pixOnly: BankKind
  before(async () => {
    databases = await freshDatabases({ live: true })
    bank = bankFor(databases)
    all = bankKind(bank)
    pixOnly = pixBankKind(bank)
    vintem = await startVintem({}, { live: true, databases, acquirerKinds: [all, pixOnly] })
  })
  after(async () => {
    await vintem.close()
    bank.close()
    await databases.remove()
  })
  afterEach(() => bank.heal())

  const run = ({ account }: Merchant, command: string, ...args: string[]): Promise<CommandResult> =>
    runCommand(["acquirer", command, "--account", account, ...args, "--json"], databases.env, "k".repeat(40))
  const set = (merchant: Merchant, name: string, ...more: string[]) =>
    run(merchant, "set", "--name", name, "--merchant-id", randomUUID(), "--merchant-key-file", "-", ...more)
  const done = async (command: Promise<CommandResult>) => {
    const { status, json, stderr } = await command
    expect(status, stderr).to.equal(0)
    return json
  }
  const refused = async (command: Promise<CommandResult>) => {
    const { status, stdout, stderr } = await command
    expect([status, stdout]).to.deep.equal([1, ""])
    return stderr
  }
  const methods = async (merchant: Merchant) =>
    Object.fromEntries(
      (await done(run(merchant, "show"))).map((each: { name: string; methods: string[] }) => [each.name, each.methods]),
    )
  const soldAt = async (merchant: Merchant, method?: "pix") => {
    for (const kind of [all, pixOnly]) kind.calls.length = 0
    const paid = await payWith(merchant, method)
    return { paid, at: [all, pixOnly].filter(({ calls }) => calls.length > 0).map(({ name }) => name) }
  }

  it("gives a new one what it offers and no other has, and moves what is named", async () => {
    const merchant = await newMerchant(vintem, "live")
    expect((await done(set(merchant, "bank", "--methods", "card,boleto"))).methods).to.deep.equal(["card", "boleto"])
    expect((await done(set(merchant, "pixbank"))).methods).to.deep.equal(["pix"])
    expect((await soldAt(merchant)).at).to.deep.equal(["bank"])
    expect((await soldAt(merchant, "pix")).at).to.deep.equal(["pixbank"])
    await done(set(merchant, "bank", "--methods", "card,pix,boleto"))
    expect(await methods(merchant)).to.deep.equal({ bank: ["card", "pix", "boleto"], pixbank: [] })
    expect((await soldAt(merchant, "pix")).at).to.deep.equal(["bank"])
    await done(set(merchant, "pixbank", "--methods", "pix"))
    expect(await methods(merchant)).to.deep.equal({ bank: ["card", "boleto"], pixbank: ["pix"] })
    await done(set(merchant, "bank"))
    expect(await methods(merchant), "set again").to.deep.equal({ bank: ["card", "boleto"], pixbank: ["pix"] })
  })

  it("makes one the fallback for what another has, of which there is one, and keeps that", async () => {
    const merchant = await newMerchant(vintem, "live")
    await done(set(merchant, "bank"))
    expect(await done(set(merchant, "pixbank", "--fallback-for", "pix"))).to.deep.include({ methods: [], fallback_for: ["pix"] })
    expect(await done(set(merchant, "pixbank"))).to.deep.include({ methods: [], fallback_for: ["pix"] })
    await done(run(merchant, "drain", "--name", "bank"))
    expect((await soldAt(merchant, "pix")).at).to.deep.equal(["pixbank"])
    await done(run(merchant, "undrain", "--name", "bank"))
    expect(await done(set(merchant, "pixbank", "--methods", "pix"))).to.deep.include({ methods: ["pix"], fallback_for: [] })
    expect(await done(set(merchant, "bank", "--fallback-for", "pix"))).to.deep.include({ fallback_for: ["pix"] })
    expect(await done(set(merchant, "bank", "--fallback-for", "none"))).to.deep.include({ fallback_for: [] })
  })

  it("refuses a fallback for what it has itself, or does not take", async () => {
    const merchant = await newMerchant(vintem, "live")
    await done(set(merchant, "bank"))
    expect(await refused(set(merchant, "bank", "--fallback-for", "card"))).to.contain("has card itself")
    expect(await refused(set(merchant, "pixbank", "--fallback-for", "card"))).to.contain("takes no card")
  })

  it("refuses one for which nothing is left, and a method that it does not take", async () => {
    const merchant = await newMerchant(vintem, "live")
    await done(set(merchant, "bank"))
    expect(await refused(set(merchant, "pixbank"))).to.contain(
      "No payment method is left for pixbank: bank has card, pix, boleto.",
    )
    expect(await refused(set(merchant, "pixbank", "--methods", "card"))).to.contain("The acquirer pixbank takes no card")
    expect(await methods(merchant)).to.deep.equal({ bank: ["card", "pix", "boleto"] })
    const { status, stderr } = await set(merchant, "bank", "--methods", "cash")
    expect([status, stderr.includes("Must be of: card, pix, boleto.")]).to.deep.equal([2, true])
  })

  it("looks up, voids and refunds at the acquirer of the sale, whatever has the method now", async () => {
    const merchant = await newMerchant(vintem, "live")
    await done(set(merchant, "bank", "--methods", "card,boleto"))
    await done(set(merchant, "pixbank"))
    const { id } = await payWith(merchant, "pix")
    await done(set(merchant, "bank", "--methods", "card,pix,boleto"))
    for (const kind of [all, pixOnly]) kind.calls.length = 0
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    await until(async () => pixOnly.calls.some((call) => call.startsWith("voidPix")))
    expect(all.calls).to.deep.equal([])
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
  })

  it("refuses a method without an acquirer with 503, and takes the others", async () => {
    const merchant = await newMerchant(vintem, "live")
    await done(set(merchant, "pixbank"))
    await payWith(merchant, "pix")
    const paid = await payWith(merchant).then(
      () => "paid",
      (error: Error) => error.message,
    )
    expect(paid).to.contain("503").and.contain("no acquirer that takes a live card now")
  })

  it("gives a drained one no new sales, and goes on with those that it has", async () => {
    const merchant = await newMerchant(vintem, "live")
    await done(set(merchant, "bank"))
    const { id } = await payWith(merchant)
    expect((await done(run(merchant, "drain"))).drained).to.equal(true)
    const paid = await payWith(merchant).then(
      () => "paid",
      (error: Error) => error.message,
    )
    expect(paid).to.contain("503").and.contain("not_ready")
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect((await done(set(merchant, "bank"))).drained, "set again").to.equal(true)
    expect((await done(run(merchant, "undrain"))).drained).to.equal(false)
    expect((await payWith(merchant)).status).to.equal("succeeded")
    const entries = await done(vintem.cli("audit", "list", "--mode", "live", "--account", merchant.account, "--json"))
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions).to.include.members(["acquirer.drain", "acquirer.undrain"])
  })

  it("asks which one is meant where there are several, and removes that one alone", async () => {
    const merchant = await newMerchant(vintem, "live")
    await done(set(merchant, "bank", "--methods", "card"))
    await done(set(merchant, "pixbank"))
    const { id } = await payWith(merchant, "pix")
    expect(await refused(run(merchant, "remove"))).to.contain("Choose one with --name: bank, pixbank.")
    expect(await refused(run(merchant, "remove", "--name", "pixbank"))).to.contain(`a charge of ${id} (waiting)`)
    expect((await done(run(merchant, "remove", "--name", "bank"))).name).to.equal("bank")
    expect(await methods(merchant)).to.deep.equal({ pixbank: ["pix"] })
  })

  it("is on the attention list from 30 days before the end of a certificate on, until a new one is set", async () => {
    const merchant = await newMerchant(vintem, "live")
    const certificate = async (days: number) => {
      const certificate_end = String(Math.floor(Date.now() / 1000) + days * 86_400)
      const file = JSON.stringify({ merchant_id: randomUUID(), merchant_key: "k".repeat(40), certificate_end })
      const args = ["acquirer", "set", "--account", merchant.account, "--name", "bank", "--credentials-file", "-"]
      const { status, stderr } = await runCommand(args, databases.env, file)
      expect(status, stderr).to.equal(0)
    }
    const list = async () =>
      (await done(vintem.cli("attention", "list", "--mode", "live", "--json"))).filter(
        ({ kind, account }: { kind: string; account: string }) => kind === "certificate_expiring" && account === merchant.account,
      )
    await certificate(31)
    expect(await list()).to.deep.equal([])
    await certificate(29)
    const [item] = await list()
    expect(item.message).to.contain("with which payments are made at bank ends on")
    expect(item.message).to.contain(`vintem acquirer set --account ${merchant.account} --name bank --credentials-file FILE`)
    await certificate(365)
    expect(await list()).to.deep.equal([])
  })

  it("is notified at an address with a secret. Another secret, account or acquirer is not found", async () => {
    const merchant = await newMerchant(vintem, "live")
    const other = await newMerchant(vintem, "live")
    await done(set(other, "bank"))
    const { notification_url } = await done(set(merchant, "bank"))
    const { pathname } = new URL(notification_url)
    const secret = pathname.split("/")[4]!
    const notify = async (path: string) => {
      const body = JSON.stringify({ PaymentId: randomUUID(), ChangeType: 1 })
      const headers = { "content-type": "application/json" }
      return (await fetch(new URL(path, vintem.url), { method: "POST", body, headers })).status
    }
    expect(await notify(pathname)).to.equal(200)
    expect(await notify(`${pathname}/pix`)).to.equal(200)
    const wrong = [
      pathname.replace(secret, "x".repeat(32)),
      pathname.replace(secret, secret.slice(1)),
      pathname.replace(merchant.account, other.account),
      pathname.replace(merchant.account, "acct_1"),
      pathname.replace("/bank/", "/pixbank/"),
      pathname.replace("/bank/", "/nobody/"),
    ]
    for (const path of wrong) expect(await notify(path), path).to.equal(404)
    expect((await done(set(merchant, "bank"))).notification_url, "set again").to.equal(notification_url)
    await done(run(merchant, "remove"))
    expect(await notify(pathname), "removed").to.equal(200)
  })
})

// Live mode is on Postgres, so SQLite is enough for test mode.
import { randomUUID } from "node:crypto"
import { chmod, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type CommandResult, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type BankKind, bankKind } from "../support/banks/bank-kind.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { cardBody, expectStatus, newCustomer, newToken } from "../support/merchants/payments.ts"
import { codeOf, confirm, newOpenIntent, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"

const newKey = () => randomUUID().replaceAll("-", "").padEnd(40, "k")

describe("vintem acquirer", function () {
  this.timeout(120_000)
  let databases: Databases
  let vintem: Running
  let bank: Bank
  let kind: BankKind
  const keys: string[] = []
  const outputs: string[] = []
  before(async () => {
    databases = await freshDatabases({ live: true })
    bank = bankFor(databases)
    kind = bankKind(bank)
    vintem = await startVintem({}, { live: true, databases, acquirerKinds: [kind] })
  })
  after(async () => {
    await vintem.close()
    bank.close()
    await databases.remove()
  })
  afterEach(() => bank.heal())

  async function run(args: string[], stdin?: string): Promise<CommandResult> {
    const result = await runCommand(["acquirer", ...args], databases.env, stdin)
    outputs.push(result.stdout, result.stderr)
    return result
  }
  const merchantId: string = randomUUID()

  async function set({ account }: Pick<Merchant, "account">, ...more: string[]): Promise<{ key: string; shown: Json }> {
    const key = newKey()
    keys.push(key)
    const args = ["--account", account, "--name", "bank", "--merchant-id", merchantId, "--merchant-key-file", "-"]
    const { status, json, stderr } = await run(["set", ...args, ...more, "--json"], `${key}\n`)
    expect(status, stderr).to.equal(0)
    return { key, shown: json }
  }
  const show = ({ account }: Merchant) => run(["show", "--account", account, "--json"])
  const remove = ({ account }: Merchant) => run(["remove", "--account", account, "--json"])

  async function fileWith(content: string, mode = 0o600): Promise<string> {
    const file = join(databases.directory, `${randomUUID()}.txt`)
    await writeFile(file, content)
    await chmod(file, mode)
    return file
  }

  async function newDirectory(): Promise<string> {
    const path = join(databases.directory, randomUUID())
    await mkdir(path, { mode: 0o700 })
    return path
  }

  it("sets an account's acquirer and shows it, and from then on the account takes live payments", async () => {
    const merchant = await newMerchant(vintem, "live")
    expect((await show(merchant)).stderr).to.contain("has no acquirer. Set one with: vintem acquirer set")
    const { id } = await newOpenIntent(merchant)
    const { id: token } = await newToken(merchant)
    expect(await codeOf(confirm(merchant, id, token))).to.equal("not_ready")
    const { key, shown } = await set(merchant, "--boleto-provider", "BancoDois")
    const { account } = merchant
    const { created, notification_url } = shown
    expect(shown).to.deep.equal({
      account,
      name: "bank",
      methods: ["card", "pix", "boleto"],
      funds: "acquirer",
      drained: false,
      fallback_for: [],
      notification_url,
      merchant_id: merchantId,
      boleto_provider: "BancoDois",
      certificate_end: null,
      created,
    })
    expect(notification_url).to.match(new RegExp(`/acquirers/bank/${account}/\\w{32}/notifications$`))
    expect(created).to.be.closeTo(Date.now() / 1000, 60)
    expect((await show(merchant)).json).to.deep.equal([shown])
    expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("succeeded")
    expect(kind.opened.at(-1)).to.include({ account, merchant_id: merchantId, merchant_key: key, boleto_provider: "BancoDois" })
  })

  it("replaces an account's acquirer at once. What was paid before is refunded with the credentials that it was paid with", async () => {
    const merchant = await newMerchant(vintem, "live")
    const { key: before } = await set(merchant)
    const { id } = await payWith(merchant)
    const { key: after, shown } = await set(merchant)
    expect(shown.boleto_provider).to.equal(null)
    kind.calls.length = 0
    await payWith(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(kind.calls).to.deep.equal([`authorize ${after}`, `holds ${before}`, `refund ${before}`])
    expect(kind.opened.filter(({ account }) => account === merchant.account)).to.have.lengthOf(2)
  })

  it("removes an account's acquirer: live payments are refused, and earlier ones can still be refunded", async () => {
    const merchant = await newMerchant(vintem, "live")
    const { key, shown } = await set(merchant)
    const { id } = await payWith(merchant)
    expect((await remove(merchant)).json).to.deep.equal(shown)
    expect((await show(merchant)).status).to.equal(1)
    const again = await remove(merchant)
    expect([again.status, again.stdout]).to.deep.equal([1, ""])
    expect(again.stderr).to.contain(`The account ${merchant.account} has no acquirer.`)
    const { id: next, customer } = await newOpenIntent(merchant)
    const token = (await newToken(merchant)).id
    const refused = await confirm(merchant, next, token)
    expect([refused.status, refused.body.error.code]).to.deep.equal([503, "not_ready"])
    expect(refused.body.error.message).to.contain("'vintem acquirer set'")
    expect(await codeOf(merchant.request("POST", "/v1/payment_methods", { customer, token }))).to.equal("not_ready")
    kind.calls.length = 0
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect((await refundsOf(merchant, id)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect(kind.calls).to.deep.equal([`holds ${key}`, `refund ${key}`])
    await set(merchant)
    expect(expectStatus(await confirm(merchant, next, token), 200).status).to.equal("succeeded")
  })

  describe("does not remove an acquirer while an attempt is open, and says which and what to do", () => {
    async function expectOpen(merchant: Merchant, ...words: string[]): Promise<void> {
      const { status, stdout, stderr } = await remove(merchant)
      expect([status, stdout]).to.deep.equal([1, ""])
      expect(stderr).to.match(/^vintem: The account acct_\w+ has an attempt that is still open: att_\w+, a [^\n]+\n$/)
      for (const word of words) expect(stderr).to.contain(word)
      expect((await show(merchant)).status).to.equal(0)
    }

    it("a PIX that waits for its payer, until it is canceled", async () => {
      const merchant = await newMerchant(vintem, "live")
      await set(merchant)
      const { id } = await payWith(merchant, "pix")
      await expectOpen(merchant, `a charge of ${id} (waiting)`, "Cancel the payment")
      expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
      await until(async () => (await remove(merchant)).status === 0)
    })

    it("a card that is at the acquirer", async () => {
      const merchant = await newMerchant(vintem, "live")
      await set(merchant)
      bank.set("authorize", "held")
      const paid = payWith(merchant)
      await until(async () => bank.calls(merchant.account, "authorize") === 1)
      await expectOpen(merchant, "(sent)", "Try again in a minute")
      bank.heal()
      expect((await paid).status).to.equal("succeeded")
      expect((await remove(merchant)).status).to.equal(0)
    })

    it("a card that is being saved", async () => {
      const merchant = await newMerchant(vintem, "live")
      await set(merchant)
      const { id: customer } = await newCustomer(merchant)
      const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody()), 201).id
      bank.set("verify", "held")
      const saving = merchant.request("POST", "/v1/payment_methods", { customer, token })
      await until(async () => bank.calls(merchant.account, "verify") === 1)
      await expectOpen(merchant, "a verify (sent)", "Try again in a minute")
      bank.heal()
      expectStatus(await saving, 201)
    })

    it("a payment whose outcome is unknown", async () => {
      const merchant = await newMerchant(vintem, "live")
      await set(merchant)
      bank.set("look_up", "unknown")
      bank.set("authorize", "lost_after")
      const { id, status } = await payWith(merchant)
      expect(status).to.equal("processing")
      await expectOpen(merchant, `a charge of ${id} (unknown)`, "attention list")
      bank.heal()
      await until(async () => (await retrieve(merchant, id)).status === "succeeded")
      expect((await remove(merchant)).status).to.equal(0)
    })

    it("a refund that a person must make, until it is settled", async () => {
      const merchant = await newMerchant(vintem, "live")
      await set(merchant)
      const { id } = await payWith(merchant)
      bank.set("refund", "by_hand")
      const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
      await expectOpen(merchant, `a refund of ${id} (by_hand)`, "attention list")
      expect((await vintem.cli("refunds", "settle", refund.id)).status).to.equal(0)
      expect((await remove(merchant)).status).to.equal(0)
    })
  })

  describe("reads the merchant key", () => {
    const setFrom = (account: string, path: string, stdin?: string, id = merchantId) =>
      run(["set", "--account", account, "--name", "bank", "--merchant-id", id, "--merchant-key-file", path], stdin)

    it("from a file that other users cannot open", async () => {
      const { account } = await newMerchant(vintem, "live")
      const key = newKey()
      keys.push(key)
      const open = await setFrom(account, await fileWith(key, 0o644))
      expect([open.status, open.stderr.includes("chmod o=")], open.stderr).to.deep.equal([1, true])
      const { status, stdout, stderr } = await setFrom(account, await fileWith(`${key}\n`, 0o640))
      expect(status, stderr).to.equal(0)
      expect(stdout).to.match(
        /^account +acct_\w+\nacquirer +bank\nmethods +card, pix, boleto\npaid out by +the acquirer\nmerchant id +[0-9a-f-]{36}\nboleto provider +-\ncertificate end +-\nnotifications +http\S+\nsince +\S+Z\n$/,
      )
    })

    it("and refuses what cannot be one, without repeating it", async () => {
      const { account } = await newMerchant(vintem, "live")
      const key = newKey()
      keys.push(key)
      const refusals: [string, CommandResult][] = [
        ["has more than 4096 bytes", await setFrom(account, "-", key.repeat(200))],
        ["stdin is empty", await setFrom(account, "-", " \n")],
        ["(ENOENT): /nowhere/key", await setFrom(account, "/nowhere/key")],
        ["(EISDIR)", await setFrom(account, await newDirectory())],
        ["must have 40 characters", await setFrom(account, "-", `${key}x`)],
        ["must be a GUID", await setFrom(account, "-", key, "4711")],
      ]
      for (const [message, { status, stdout, stderr }] of refusals) {
        expect([status, stdout], message).to.deep.equal([1, ""])
        expect(stderr).to.match(/^vintem: [^\n]+\n$/)
        expect(stderr).to.contain(message)
      }
      expect((await run(["show", "--account", account])).status).to.equal(1)
    })
  })

  it("is refused as wrong usage for an acquirer or a bank that does not exist, and without the key's file", async () => {
    const { account } = await newMerchant(vintem, "live")
    const named = ["set", "--account", account, "--merchant-id", merchantId]
    const usages: [string, string[]][] = [
      ["Must be one of: ", [...named, "--name", "nobody", "--merchant-key-file", "-"]],
      ["BancoUm, BancoDois", [...named, "--name", "bank", "--merchant-key-file", "-", "--boleto-provider", "Caixa"]],
      ["--merchant-key-file", [...named, "--name", "bank"]],
      ["unknown option", [...named, "--name", "bank", "--merchant-key-file", "-", "--merchant-key", "x"]],
    ]
    for (const [message, args] of usages) {
      const { status, stderr } = await run(args, newKey())
      expect([status, stderr.includes(message)], stderr).to.deep.equal([2, true])
    }
  })

  it("finds the only account, also one that was created before live mode, and asks where there are several", async () => {
    const others = await freshDatabases({ live: true })
    const { LIVE_DATABASE_URL: _, ...testOnly } = others.env
    const only = ["acquirer", "set", "--name", "bank", "--merchant-id", merchantId, "--merchant-key-file", "-", "--json"]
    const create = async (env: Record<string, string>) =>
      (await runCommand(["accounts", "create", "--name", "A", "--json"], env)).json
    const { id: account } = await create(testOnly)
    const without = await runCommand(only, testOnly, newKey())
    expect([without.status, without.stderr.includes("LIVE_DATABASE_URL")], without.stderr).to.deep.equal([1, true])
    expect((await runCommand(only, others.env, newKey())).json.account).to.equal(account)
    expect((await runCommand(["acquirer", "show", "--json"], others.env)).json[0].account).to.equal(account)
    await create(others.env)
    const several = await runCommand(only, others.env, newKey())
    expect([several.status, several.stderr.includes("--account ID")], several.stderr).to.deep.equal([1, true])
    await others.remove()
  })

  it("writes to the audit log, and the key is nowhere in clear", async () => {
    const merchant = await newMerchant(vintem, "live")
    const { account } = merchant
    const { key } = await set(merchant)
    await payWith(merchant)
    const { id } = kind.opened.find(({ merchant_key }) => merchant_key === key)!
    const pix = await payWith(merchant, "pix")
    await remove(merchant)
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${pix.id}/cancel`), 200)
    await until(async () => (await remove(merchant)).status === 0)
    const { json } = await vintem.cli("audit", "list", "--account", account, "--json")
    const entries = json.map(({ action, target, mode, outcome }: Json) => [action, target, mode, outcome]).reverse()
    expect(entries.slice(0, 2)).to.deep.equal([
      ["acquirer.set", id, "live", "done"],
      ["acquirer.remove", null, "live", "refused: attempt_open"],
    ])
    expect(entries.at(-1)).to.deep.equal(["acquirer.remove", id, "live", "done"])
    // Reading the files of SQLite would end its locks.
    const live = { ...databases, directory: await newDirectory() }
    expect(await findCanaries(keys, live, { outputs: outputs.join("") })).to.deep.equal([])
  })
})

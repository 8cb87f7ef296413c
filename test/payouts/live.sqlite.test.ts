// Live mode is on Postgres, so SQLite is enough for test mode.
import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { refuseIfPlatform, setCredentials } from "../../src/acquirers/credentials.ts"
import type { Funds } from "../../src/acquirers/table.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Transaction } from "../../src/db/database.ts"
import type { Mode, Scope } from "../../src/modes/wiring.ts"
import { releaseBankAccount, setBankAccount } from "../../src/payouts/bank-accounts.ts"
import { readPixKey } from "../../src/payouts/destination.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { bankKind } from "../support/banks/bank-kind.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { addTransactions } from "../support/merchants/many-transactions.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

const HOLDER = "11222333000181"
const DAY = 86_400

describe("Live payouts:", function () {
  this.timeout(120_000)
  let databases: Databases
  let vintem: Running
  let live: Mode
  let bank: Bank
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases({ live: true })
    bank = bankFor(databases)
    vintem = await startVintem({}, { live: true, databases, role: "api", acquirerKinds: [bankKind(bank)] })
    live = vintem.server.modes.live!
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem, "live")
    await cli("accounts", "update", "--account", merchant.account, "--holder-document", HOLDER)
  })
  afterEach(async () => {
    expect(await checkLedger(live.database, merchant.account)).to.deep.equal([])
    expect(await checkTotals(live.database, merchant.account)).to.deep.equal([])
  })
  after(async () => {
    await vintem.close()
    bank.close()
    await databases.remove()
  })

  const cli = async (...args: string[]) => {
    const result = await vintem.cli(...args)
    expect(result.status, result.stderr).to.equal(0)
    return result
  }
  const run = (...args: string[]) => cli(...args, "--account", merchant.account, "--mode", "live")
  const refused = async (...args: string[]) => {
    const { status, stderr } = await vintem.cli(...args)
    expect(status).to.equal(1)
    return stderr
  }
  const create = async () => (await run("payouts", "create", "--json")).json
  const show = async (id: string) => (await cli("payouts", "show", id, "--json")).json
  async function act<T>(work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
    const scope = await scopeOf(live.database, live, merchant.account)
    return live.database.transaction((tx) => work(tx, scope))
  }
  const setAcquirer = (funds?: Funds, merchant_id: string = randomUUID()) =>
    act((tx, { account, now }) => {
      const members = { merchant_id, merchant_key: "k".repeat(40) }
      return setCredentials(tx, { account, now, ring: live.ring }, { kind: bankKind(), members, funds })
    })
  /** As it was set and released two days ago. */
  const bankAccount = (key = HOLDER, ago = 2 * DAY) =>
    act(async (tx, scope) => {
      const before = { ...scope, now: scope.now - ago }
      const { id } = await setBankAccount(tx, before, readPixKey(key))
      return releaseBankAccount(tx, before, { id, told: undefined })
    })
  /** A merchant to whom the platform owes money, with a payout of it. */
  const paid = async (balance: string) => {
    await bankAccount()
    await run("payouts", "open", "--balance", balance)
    return create()
  }
  const importFile = async (...lines: string[]) => {
    const file = join(databases.directory, `return-${randomUUID()}.csv`)
    writeFileSync(file, ["payout,status,reference,failure_code", ...lines, ""].join("\r\n"))
    return vintem.cli("payouts", "import", file, "--json")
  }
  const waiting = async (kind: string): Promise<Json[]> =>
    (await cli("attention", "list", "--mode", "live", "--json")).json.filter((item: Json) => item.kind === kind)

  it("are opened by an account with twenty thousand balance transactions, of which Postgres knows nothing yet", async () => {
    const busy = await newMerchant(vintem, "live")
    await addTransactions(live.database, busy.account, { count: 20_000, days: 30, now: Math.floor(Date.now() / 1000) })
    await cli("payouts", "open", "--account", busy.account, "--mode", "live", "--currency", "brl")
    const { available } = expectStatus(await busy.request("GET", "/v1/balance"), 200)
    expect(available).to.deep.equal([{ amount: 0, currency: "brl" }])
  })

  it("take the money of an acquirer that the platform pays out, and leave that of others", async () => {
    await bankAccount()
    await run("payouts", "open")
    await setAcquirer()
    await payWith(merchant)
    expect(await refused("payouts", "create", "--account", merchant.account, "--mode", "live")).to.contain("R$ 0,00")
    await setAcquirer("platform")
    const { id } = await payWith(merchant)
    await setAcquirer("acquirer")
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }), 201)
    await payWith(merchant)
    expect((await create()).amount).to.equal(4000)
  })

  it("of an acquirer whose money is the platform's, only the operator changes anything", async () => {
    const check = () => act((tx, { account }) => refuseIfPlatform(tx, account, "bank")).catch((error: Error) => error.message)
    await setAcquirer()
    expect(await check()).to.equal(undefined)
    await setAcquirer("platform")
    expect(await check()).to.contain("only its operator sets, drains, replaces and removes the acquirer")
    expect((await cli("acquirer", "show", "--account", merchant.account, "--json")).json[0].funds).to.equal("platform")
  })

  it("take the money of new credentials too, but not that of another merchant id, unless the operator says so", async () => {
    const { merchant_id } = await setAcquirer("platform")
    expect((await setAcquirer(undefined, merchant_id)).funds).to.equal("platform")
    const file = join(databases.directory, `key-${randomUUID()}`)
    writeFileSync(file, "k".repeat(40), { mode: 0o600 })
    const set = ["acquirer", "set", "--account", merchant.account, "--name", "cielo", "--merchant-key-file", file]
    const methods = ["--methods", "card,pix,boleto"]
    const { json } = await cli(...set, "--merchant-id", merchant_id, ...methods, "--json")
    expect(json, "the same id at another acquirer").to.include({ name: "cielo", merchant_id, funds: "acquirer" })
    await cli("acquirer", "remove", "--account", merchant.account, "--name", "cielo")
    await setAcquirer("platform", merchant_id)
    expect((await setAcquirer()).funds).to.equal("acquirer")
  })

  it("are not made before they are opened, once, and leave what was paid before", async () => {
    await bankAccount()
    await setAcquirer("platform")
    await payWith(merchant)
    const make = ["payouts", "create", "--account", merchant.account, "--mode", "live"]
    expect(await refused(...make)).to.contain("The operator opens them with: vintem payouts open")
    const { json } = await run("payouts", "open", "--balance", "1500", "--json")
    expect(json).to.include({ paid_before: 4990, balance: 1500 })
    expect(await refused("payouts", "open", "--account", merchant.account, "--mode", "live")).to.contain("That is done once.")
    await payWith(merchant)
    expect((await create()).amount).to.equal(6490)
    const { available } = expectStatus(await merchant.request("GET", "/v1/balance"), 200)
    expect(available).to.deep.equal([{ amount: 0, currency: "brl" }])
  })

  it("go to a new bank account after 24 hours and a release, and to the old one until then", async () => {
    await bankAccount("old@example.com")
    await run("payouts", "open", "--balance", "1000")
    const { json: next } = await run("bank-account", "set", "--pix-key", HOLDER, "--json")
    const shown = (await run("bank-account", "show", "--json")).json
    expect(shown.current.destination.pix_key).to.equal("*************om")
    expect(shown.next.id).to.equal(next.id)
    expect(next.counts_from).to.equal(next.created + DAY)
    await run("bank-account", "release", next.id)
    expect((await create()).destination.pix_key).to.equal("*************om")
    const other = (await run("bank-account", "set", "--pix-key", "another@example.com", "--json")).json
    const args = ["--account", merchant.account, "--mode", "live"]
    expect(await refused("bank-account", "release", next.id, ...args)).to.contain("was released, replaced or removed before")
    expect((await run("bank-account", "show", "--json")).json.next.id).to.equal(other.id)
    const unreleased = await act((tx, scope) =>
      setBankAccount(tx, { ...scope, now: scope.now - 2 * DAY }, readPixKey("third@example.com")),
    )
    const { current, next: waits } = (await run("bank-account", "show", "--json")).json
    expect([current.destination.pix_key, waits.id]).to.deep.equal(["*************om", unreleased.id])
  })

  it("are in one file, which is printed again byte for byte, and cannot be canceled from then on", async () => {
    const first = await paid("123456")
    const { stdout, stderr } = await cli("payouts", "export")
    const number = /This is file (\d+)/.exec(stderr)![1]!
    expect(stdout).to.contain("payout,amount,currency,method,pix_key,bank,branch,account,holder_name,holder_document\n")
    expect(stdout).to.match(new RegExp(`^${first.id},1234.56,brl,pix,${HOLDER},,,,.+,${HOLDER}$`, "m"))
    expect((await show(first.id)).status).to.equal("in_transit")
    expect(await refused("payouts", "cancel", first.id)).to.contain("is in transit")
    expect(await refused("payouts", "export")).to.contain(`No payout is due. The last file is ${number}.`)
    await run("bank-account", "set", "--pix-key", "another@example.com")
    expect((await cli("payouts", "export", "--file", number)).stdout).to.equal(stdout)
    expect(await refused("payouts", "export", "--file", "99999")).to.contain("There is no file 99999.")
  })

  it("are paid or failed by a return file, which changes nothing when it is read again", async () => {
    const { id } = await paid("5000")
    await cli("payouts", "export")
    const line = `${id},paid,E123,`
    expect((await importFile(line)).json).to.deep.equal({ applied: 1, known: 0, unmatched: 0 })
    expect(await show(id)).to.include({ status: "paid", reference: "E123", failure_code: null })
    expect((await importFile(line)).json).to.deep.equal({ applied: 0, known: 1, unmatched: 0 })
    expect((await importFile(`${id},failed,E123,holder_mismatch`, line)).json).to.include({ applied: 1, known: 1 })
    expect(await show(id)).to.include({ status: "failed", failure_code: "holder_mismatch", reference: "E123" })
    expect((await create()).amount).to.equal(5000)
  })

  it("leave a line that fits none to a person, once", async () => {
    const { id } = await paid("5000")
    await cli("payouts", "pay", id, "--reference", "E1")
    const strange = ["po_unknown,paid,E9,", `${id},paid,E2,`]
    expect((await importFile(`${id},paid,E1,`, ...strange)).json).to.deep.equal({ applied: 0, known: 1, unmatched: 2 })
    expect((await importFile(...strange)).json).to.deep.equal({ applied: 0, known: 0, unmatched: 2 })
    const items = await waiting("payout_unmatched")
    expect(items.map(({ account }) => account)).to.have.members(["", merchant.account])
    for (const { id: item } of items) await cli("attention", "resolve", item, "--reason", "asked the bank")
    expect(await waiting("payout_unmatched")).to.deep.equal([])
    expect((await importFile(...strange)).json).to.include({ known: 2, unmatched: 0 })
    expect(await waiting("payout_unmatched")).to.deep.equal([])
    expect((await show(id)).reference).to.equal("E1")
  })

  it("are not paid by a return file before a file has told the bank of them", async () => {
    const { id } = await paid("5000")
    expect((await importFile(`${id},paid,E1,`)).json).to.deep.equal({ applied: 0, known: 0, unmatched: 1 })
    expect((await show(id)).status).to.equal("pending")
    expect((await cli("payouts", "export")).stdout).to.contain(id)
    expect((await importFile(`${id},paid,E2,`)).json).to.deep.equal({ applied: 1, known: 0, unmatched: 0 })
    for (const item of await waiting("payout_unmatched")) await cli("attention", "resolve", item.id, "--reason", "a wrong line")
  })

  it("leave no whole CPF or CNPJ in the audit log, and name its change", async () => {
    await cli("accounts", "update", "--account", merchant.account, "--holder-document", "52998224725")
    const { stdout } = await cli("audit", "list", "--account", merchant.account, "--json")
    expect(stdout).to.contain("*********25").and.to.contain("************81")
    expect(stdout).not.to.contain("52998224725").and.not.to.contain(HOLDER)
  })

  it("are opened in live mode only: those of test mode always are", async () => {
    const { account } = await newMerchant(vintem)
    expect(await refused("payouts", "open", "--account", account, "--mode", "test")).to.contain("always open")
  })

  it("take a return file as a whole or not at all", async () => {
    const { id } = await paid("5000")
    const { status, stderr } = await importFile(`${id},paid,E1,`, "x,gone,E1,", `${id},failed,E1,`, "1,2")
    expect(status).to.equal(1)
    for (const line of ["Line 3: the status must be", "Line 4: the failure_code", "Line 5: it has 2 members"])
      expect(stderr).to.contain(line)
    expect((await show(id)).status).to.equal("pending")
  })

  it("come back when a person says so, also after they had arrived", async () => {
    const { id } = await paid("5000")
    await cli("payouts", "export")
    await cli("payouts", "pay", id, "--reference", "E1")
    await cli("payouts", "fail", id, "--reference", "D1", "--failure-code", "account_closed")
    expect(await show(id)).to.include({ status: "failed", failure_code: "account_closed", reference: "E1" })
    expect((await cli("payouts", "show", id)).stdout).to.match(/reference of what came back +D1/)
    expect((await importFile(`${id},failed,D1,account_closed`)).json).to.deep.equal({ applied: 0, known: 1, unmatched: 0 })
    expect(await refused("payouts", "pay", id, "--reference", "E1")).to.contain("is failed")
  })

  it("go to a new bank account only if it is the one that the merchant has told the operator", async () => {
    const release = ["bank-account", "release", "--account", merchant.account, "--mode", "live"]
    const { id } = (await run("bank-account", "set", "--pix-key", "a@example.com", "--json")).json
    expect(await refused(...release, id, "--pix-key", "b@example.com")).to.contain("is another one than that which you gave")
    expect(await refused(...release, id, "--bank", "260", "--branch", "0001", "--number", "1234567-8")).to.contain("another one")
    expect((await run("bank-account", "show", "--json")).json.next.released_at).to.equal(null)
    const { status, stderr } = await vintem.cli(...release, id, "--bank", "260")
    expect(status).to.equal(2)
    expect(stderr).to.contain("error: give either --pix-key, or --bank, --branch and --number")
    expect((await cli(...release, id, "--pix-key", "A@example.com")).stdout).to.contain(`${id} is released.`)
    const numbers = ["--bank", "260", "--branch", "0001", "--number", "1234567-8"]
    const next = (await run("bank-account", "set", ...numbers, "--json")).json
    expect((await cli(...release, next.id, ...numbers)).stdout).not.to.contain("Nothing was compared")
    const last = (await run("bank-account", "set", "--pix-key", HOLDER, "--json")).json
    expect((await cli(...release, last.id)).stdout).to.contain("Nothing was compared with what the merchant has told you.")
  })
})

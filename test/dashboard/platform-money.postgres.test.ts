// Live mode is on Postgres.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { setCredentials } from "../../src/acquirers/credentials.ts"
import type { AcquirerKind } from "../../src/acquirers/kind.ts"
import { PAYMENT_TYPES } from "../../src/acquirers/sale.ts"
import type { Funds } from "../../src/acquirers/table.ts"
import { newId } from "../../src/base/ids.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { scriptedAcquirer, took } from "../attention/scripted.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, type Page, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

/** What waits for a person: its page, and what its form says to give the account the money. */
type Waiting = { path: string; gives: Record<string, string> }

/** The acquirer is asked about attempts meanwhile, which changes when they are due. */
const TABLES = {
  balance_transactions: "*",
  payment_intents: "*",
  refunds: "*",
  disputes: "*",
  attempts: "id, kind, state, amount",
}
const MONEY: Record<string, Record<string, string>> = {
  "a dispute that is said to be won": { outcome: "won" },
  "the excess of a dispute that is said not to be taken": { outcome: "not_taken" },
  "a refund that is said to have failed": { outcome: "failed" },
  "a charge of another amount that is accepted": { decision: "accept" },
  "a chargeback that is dismissed": {},
}

describe("Money on a person's word, in live mode", function () {
  this.timeout(180_000)
  const { acquirer, answer } = scriptedAcquirer()
  const kind: AcquirerKind = {
    name: "bank",
    methods: PAYMENT_TYPES,
    members: [{ name: "merchant_id" }],
    merchant: "merchant_id",
    checkMembers: () => {},
    open: ({ id }) => ({ ...acquirer, name: "bank", credentials: id }),
    readNotifications: () => undefined,
  }
  let vintem: Running
  let operator: Visitor
  before(async () => {
    vintem = await startVintem({}, { live: true, acquirerKinds: [kind] })
    operator = await signIn(vintem, "platform@example.com", "operator")
  })
  after(() => vintem.close())

  const live = () => vintem.server.modes.live!
  const run = (text: string) => live().database.transaction((tx) => tx.run(sql<void>(text), {}))
  const prove = () => run(`UPDATE sessions SET proved_ms = ${Date.now()}`)

  /** An account whose acquirer's money is paid out by the acquirer or by the platform, and a user of it alone. */
  async function newShop(funds: Funds, role = "owner"): Promise<{ merchant: Merchant; user: Visitor }> {
    const merchant = await newMerchant(vintem, "live")
    const { account, now } = await scopeOf(live().database, live(), merchant.account)
    const chosen = { kind, members: { merchant_id: randomUUID() }, funds }
    await live().database.transaction((tx) => setCredentials(tx, { account, now, ring: live().ring }, chosen))
    const user = await signIn(vintem, "someone@example.com", role, merchant.account)
    await prove()
    return { merchant, user }
  }

  /** Makes one of everything that a person's word can turn into money. */
  async function waitingIn(merchant: Merchant): Promise<Record<string, Waiting>> {
    const at = (rest: string) => `/${merchant.account}/live${rest}`
    const one = async (sum: number) => {
      answer({ authorize: took(sum), lookUp: took(sum), refund: { result: "by_hand" } })
      return payOne(merchant)
    }
    const disputed = async (intent: Json, amount: string, respond_by = "") => {
      const { location } = await submit(operator, at(`/payments/${intent.id}/dispute`), { amount, respond_by })
      return location!
    }
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const answered = await disputed(await one(4990), "49.90", day)
    const twice = await one(4990)
    await disputed(twice, "10.00")
    const excess = await disputed(twice, "49.90")
    const { id: payment_intent } = await one(4990)
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent }), 201)
    const other = await one(5990)
    const { id: noticed, charges } = await one(4990)
    const [charge] = await live().database.all(
      sql<{ charge: string }>(`SELECT charge FROM payment_intents WHERE id = '${noticed}'`),
      {},
    )
    expect(charges.latest).to.not.equal(null)
    await noteNotification(live(), { acquirer: "bank", charge: charge!.charge, chargeback: true })
    await run(
      `UPDATE attempts SET polling_since = polling_since - 200000 WHERE account = '${merchant.account}' AND kind = 'inquiry'`,
    )
    const attempt = async (payment: string, type: string) => {
      const of = `account = '${merchant.account}' AND payment_intent = '${payment}' AND kind = '${type}'`
      return (await live().database.only(sql<{ id: string }>(`SELECT id FROM attempts WHERE ${of}`), {})).id
    }
    const paths = [
      `${answered}/close`,
      `${excess}/excess`,
      at(`/payments/refunds/${refund.id}/settle`),
      at(`/payments/charges/${await attempt(other.id, "charge")}/settle`),
      at(`/payments/inquiries/${await attempt(noticed, "inquiry")}/dismiss`),
    ]
    return Object.fromEntries(Object.entries(MONEY).map(([name, gives], i) => [name, { path: paths[i]!, gives }]))
  }

  async function stored(account: string): Promise<string> {
    const rows = Object.entries(TABLES).map(([table, columns]) =>
      live().database.all(sql<object>(`SELECT ${columns} FROM ${table} WHERE account = '${account}' ORDER BY ${table}.id`), {}),
    )
    return JSON.stringify(await Promise.all(rows))
  }
  const send = (visitor: Visitor, path: string, fields: Record<string, string>, language = "en"): Promise<Page> =>
    visitor.post(path, { form_token: "A".repeat(22), ...fields }, { "accept-language": language })

  const EN = "The platform pays out the money of this payment. So only the operator of the platform can record"
  const PT = "A plataforma repassa o dinheiro deste pagamento. Por isso, só quem opera a plataforma registra"

  for (const role of ["owner", "operator"])
    it(`is refused to an ${role} of the account if the platform pays it out, and nothing moves`, async () => {
      const { merchant, user } = await newShop("platform", role)
      const waiting = await waitingIn(merchant)
      const before = await stored(merchant.account)
      for (const [what, { path, gives }] of Object.entries(waiting)) {
        const page = await user.get(path)
        expect([page.status, page.html.includes(EN)], what).to.deep.equal([200, true])
        const [value] = Object.values(gives)
        expect(page.html, what).to.not.match(value ? new RegExp(`value="${value}"`) : /<form class="post"/)
        for (const [language, text] of [
          ["en", EN],
          ["pt-BR", PT],
        ] as const) {
          const { status, html } = await send(user, path, gives, language)
          expect([status, html.match(/role="alert">([^<]+)/)?.[1]?.startsWith(text)], what).to.deep.equal([400, true])
        }
      }
      expect(await stored(merchant.account)).to.equal(before)
      const entries = await command<Json[]>(vintem, ["audit", "list", "--mode", "live", "--account", merchant.account])
      expect(entries.filter(({ outcome }) => outcome === "refused: payment_of_platform")).to.have.length(10)
    })

  it("is not offered to those who may not say it, who read who can", async () => {
    const { merchant, user } = await newShop("platform")
    const waiting = await waitingIn(merchant)
    const { path } = waiting["a chargeback that is dismissed"]!
    const payment = await live().database.only(
      sql<{ id: string }>(`SELECT payment_intent AS id FROM attempts WHERE id = '${path.split("/").at(-2)}'`),
      {},
    )
    for (const page of ["/attention", `/payments/${payment.id}`]) {
      const seen = async (who: Visitor) => (await who.get(`/${merchant.account}/live${page}`)).html
      expect(await seen(user), page)
        .to.include(EN)
        .and.not.include(path)
      expect(await seen(operator), page)
        .to.include(path)
        .and.not.include(EN)
    }
  })

  it("has no button that dismisses a case of an acquirer, for those who may not say that it is none of theirs", async () => {
    const { merchant, user } = await newShop("platform")
    const id = newId("cbk")
    await run(
      `INSERT INTO chargeback_cases (account, id, created, acquirer, number, step, establishment, process, status, sale, lifecycle,
         is_inquiry, is_fraud, is_estimate, needs_join)
       VALUES ('${merchant.account}', '${id}', 0, 'bank', '7', '7', '1', 'x', 'needs_response', '{}', '[]', false, false, false, true)`,
    )
    const path = `/${merchant.account}/live/disputes/cases/${id}`
    for (const page of [`/${merchant.account}/live/attention`, path, `${path}/dismiss`]) {
      const own = (await user.get(page)).html
      expect(own, page).to.include(EN).and.not.include(`href="${path}/dismiss"`)
      expect(own.includes('<form class="post"'), page).to.equal(false)
      expect((await operator.get(page)).html, page).to.not.include(EN)
    }
    expect((await operator.get(path)).html).to.include(`href="${path}/dismiss"`)
    expect((await send(user, `${path}/dismiss`, {})).status).to.equal(400)
  })

  it("may be against the account on the word of its own users", async () => {
    const { merchant, user } = await newShop("platform")
    const waiting = await waitingIn(merchant)
    const [dispute, excess, refund, charge] = Object.values(waiting).map(({ path }) => path)
    const against = { [dispute!]: { outcome: "lost" }, [excess!]: { outcome: "taken" }, [refund!]: { outcome: "succeeded" } }
    for (const [path, fields] of Object.entries(against)) expect((await submit(user, path, fields)).status, path).to.equal(303)
    expect((await submit(user, charge!, { decision: "send_back" })).status).to.equal(303)
    expect(await checkLedger(live().database, merchant.account)).to.deep.equal([])
  })

  for (const [who, funds, pick] of [
    ["a user of every account, if the platform pays it out", "platform", () => operator],
    ["a user of the account, if the acquirer pays it out", "acquirer", (user: Visitor) => user],
  ] as const)
    it(`counts if ${who}, says it`, async () => {
      const { merchant, user } = await newShop(funds)
      for (const [what, { path, gives }] of Object.entries(await waitingIn(merchant))) {
        const page = await submit(pick(user), path, gives)
        expect(page.status, `${what}: ${page.html}`).to.equal(303)
      }
      const sums = await live().database.all(
        sql<{ type: string; n: number }>(
          `SELECT type, count(*)::int AS n FROM balance_transactions WHERE account = '${merchant.account}' AND funds = '${funds}' GROUP BY type ORDER BY type`,
        ),
        {},
      )
      expect(Object.fromEntries(sums.map(({ type, n }) => [type, n]))).to.include({
        dispute_reversed: 1,
        refund_failed: 1,
        payment: 5,
      })
      expect(await checkLedger(live().database, merchant.account)).to.deep.equal([])
    })

  it("counts on the command line, also if the platform pays it out", async () => {
    const { merchant } = await newShop("platform")
    const [dispute, , refund] = Object.values(await waitingIn(merchant)).map(({ path }) => path.split("/").at(-2)!)
    expect(await command<Json>(vintem, ["disputes", "close", dispute!, "--won"])).to.include({ status: "won" })
    expect(await command<Json>(vintem, ["refunds", "settle", refund!, "--failed"])).to.include({ status: "failed" })
  })
})

// Live mode is on Postgres.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { setCredentials } from "../../src/acquirers/credentials.ts"
import type { AcquirerKind } from "../../src/acquirers/kind.ts"
import { setUses } from "../../src/acquirers/routes.ts"
import type { Funds } from "../../src/acquirers/table.ts"
import type { Transaction } from "../../src/db/database.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type BankKind, bankKind } from "../support/banks/bank-kind.ts"
import { PIX_BANK, pixBankKind } from "../support/banks/pix-bank-kind.ts"
import { unescapeHtml } from "../support/bytes/html.ts"
import { command, type Page, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm, submit } from "../support/dashboard/form.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { waitingForLocks } from "../support/databases/waiting-for-locks.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { confirm, newBareToken, newOpenIntent, payWith } from "../support/merchants/rails.ts"

const BANK = { "member.merchant_id": randomUUID(), "member.merchant_key": "k".repeat(40) }

describe("The dashboard's acquirers, one for each payment method", function () {
  this.timeout(120_000)
  let databases: Databases
  let vintem: Running
  let bank: Bank
  let kinds: { bank: BankKind; pixBank: AcquirerKind }
  let merchant: Merchant
  let owner: Visitor
  before(async () => {
    databases = await freshDatabases({ live: true })
    bank = bankFor(databases)
    kinds = { bank: bankKind(bank), pixBank: pixBankKind(bank.acquirer) }
    vintem = await startVintem({}, { databases, acquirerKinds: Object.values(kinds) })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem, "live")
    owner = await signIn(vintem, "owner@example.com", "owner", merchant.account)
    await prove()
  })
  after(async () => {
    await vintem.close()
    bank.close()
    await databases.remove()
  })

  const live = () => vintem.server.modes.live!
  const prove = () => live().database.transaction((tx) => tx.run(sql<void>(`UPDATE sessions SET proved_ms = ${Date.now()}`), {}))
  const path = (rest = "") => `/${merchant.account}/live/settings/acquirer${rest}`
  const send = async (rest: string, filled: Record<string, string | string[]> = {}) => {
    const page = await submit(owner, path(rest), filled)
    expect([page.status, page.location], page.html).to.deep.equal([303, path()])
  }
  /** What the page says of each method. */
  const routes = async () => {
    const { html } = await owner.get(path())
    const card = /Who gets new payments[\s\S]*?<\/dl>/.exec(html)![0]
    const facts = card.matchAll(/<dt>([^<]+)<\/dt><dd>([\s\S]*?)<\/dd>/g)
    return Object.fromEntries(
      Array.from(facts, ([, method, text]) => [
        method,
        text!
          .replace("<br>", " ")
          .replace(/<[^>]+>/g, "")
          .trim(),
      ]),
    )
  }
  const alertOf = ({ html }: Page) => unescapeHtml(/role="alert">([^<]+)</.exec(html)?.[1] ?? "")
  const entries = (action: string) =>
    command<Json[]>(vintem, ["audit", "list", "--mode", "live", "--account", merchant.account]).then((all) =>
      all.filter((entry) => entry.action === action),
    )
  /** Confirms a payment with a new token. */
  const pay = async (method: "card" | "pix") => {
    const intent = await newOpenIntent(merchant)
    const token = method === "pix" ? await newBareToken(merchant, "pix") : await newToken(merchant, CARDS.approved)
    return confirm(merchant, intent.id, token.id)
  }
  const acquirersOf = (id: string) =>
    live().database.all(sql<{ acquirer: string }>(`SELECT acquirer FROM attempts WHERE payment_intent = '${id}' ORDER BY id`), {})

  it("are each on a card, and a method that none has says that its payments are refused", async () => {
    await send("/pix-bank/set", PIX_BANK)
    expect(await routes()).to.deep.equal({
      Card: "No acquirer Its payments are refused.",
      PIX: "Pix bank",
      Boleto: "No acquirer Its payments are refused.",
    })
    const { html } = await owner.get(path())
    expect(html).to.include("pix@padaria.example").and.include("Account: Branch").and.include("123456-7").and.include("MIIB")
    expect(html).to.not.include("ThePrivateKey")
    expect((await pay("card")).status).to.equal(503)
    const { body } = await pay("pix")
    expect(await acquirersOf(body.id)).to.deep.equal([{ acquirer: "pix-bank" }])
  })

  it("keep a group of their credentials that is not changed, also one that they must have", async () => {
    const { "member.account.branch": _branch, ...without } = PIX_BANK
    expect(alertOf(await submit(owner, path("/pix-bank/set"), without))).to.match(/^Check “Account: Branch”/)
    await send("/pix-bank/set", PIX_BANK)
    const form = await openForm(owner, path("/pix-bank/set"))
    expect(form.page.html).to.include("MIIB").and.include("123456-7").and.not.include("ThePrivateKey")
    const again = { "member.private_key": PIX_BANK["member.private_key"], "member.environment": "homologation" }
    await send("/pix-bank/set", again)
    const { html } = await owner.get(path())
    expect(html).to.include("homologation").and.include("123456-7")
  })

  it("take a method that another has, which the page says before, and the audit log after", async () => {
    await send("/bank/set", BANK)
    const page = await owner.get(path("/pix-bank/set"))
    expect(page.html).to.include("PIX: Bank has this method now, and it is taken from there")
    expect(alertOf(await submit(owner, path("/pix-bank/set"), PIX_BANK))).to.match(/^Choose a payment method/)
    expect(await routes()).to.deep.equal({ Card: "Bank", PIX: "Bank", Boleto: "Bank" })
    await send("/pix-bank/set", { ...PIX_BANK, methods: "pix" })
    expect(await routes()).to.deep.equal({ Card: "Bank", PIX: "Pix bank", Boleto: "Bank" })
    const [added] = await entries("acquirer.set")
    expect(added!.changes).to.deep.equal({ before: { pix: "bank" }, after: { pix: "pix-bank" } })
    await send("/bank/methods", { methods: ["card", "pix"] })
    expect(await routes()).to.deep.equal({ Card: "Bank", PIX: "Bank", Boleto: "No acquirer Its payments are refused." })
    const [chosen] = await entries("acquirer.set_methods")
    expect(chosen!.changes).to.deep.equal({ before: { pix: "pix-bank", boleto: "bank" }, after: { pix: "bank", boleto: null } })
    const { body } = await pay("pix")
    expect(await acquirersOf(body.id)).to.deep.equal([{ acquirer: "bank" }])
    await send("/bank/methods", { methods: ["card"] })
    expect((await routes()).PIX).to.equal("No acquirer Its payments are refused.")
    expect(alertOf(await submit(owner, path("/bank/methods"), { methods: [] }))).to.match(/^Choose a payment method/)
    expect(alertOf(await submit(owner, path("/pix-bank/methods"), { methods: ["card"] }))).to.include("takes no card")
  })

  it("are each other's fallback for the methods that an owner chooses, which the page and the audit log say", async () => {
    await send("/pix-bank/set", PIX_BANK)
    expect(alertOf(await submit(owner, path("/bank/set"), { ...BANK, methods: ["pix"], fallback_for: ["pix"] }))).to.equal(
      "An acquirer cannot be its own fallback. Choose one of the two: PIX.",
    )
    await send("/bank/set", { ...BANK, methods: [], fallback_for: ["pix"] })
    expect(await routes()).to.include({ PIX: "Pix bank If it cannot make a payment: Bank." })
    expect((await entries("acquirer.set"))[0]!.changes.after).to.deep.equal({ fallback_for_pix: "bank" })
    expect((await owner.get(path("/pix-bank/drain"))).html)
      .to.include("go to their fallback: PIX.")
      .and.not.include("are refused")
    await send("/pix-bank/drain")
    expect((await routes()).PIX).to.equal("Drained Pix bank is drained, so Bank gets its payments.")
    const { body } = await pay("pix")
    expect(await acquirersOf(body.id)).to.deep.equal([{ acquirer: "bank" }])
    await send("/pix-bank/undrain")
    expect((await owner.get(path("/pix-bank/methods"))).html).to.include("PIX: Bank is its fallback now, and then no longer")
    await send("/bank/methods", { methods: ["card", "pix"], fallback_for: [] })
    expect(await routes()).to.include({ Card: "Bank", PIX: "Bank" })
    await send("/pix-bank/methods", { methods: [], fallback_for: ["pix"] })
    expect(await routes()).to.include({ PIX: "Bank If it cannot make a payment: Pix bank." })
    expect((await entries("acquirer.set_methods"))[0]!.changes.after).to.deep.equal({ fallback_for_pix: "pix-bank" })
  })

  it("get no new sales while they are drained, and everything else goes on", async () => {
    await send("/bank/set", BANK)
    const paid = await payWith(merchant, CARDS.approved)
    expect((await owner.get(path("/bank/drain"))).html).to.include("or end the draining: Card, PIX, Boleto.")
    await send("/bank/drain")
    expect((await routes()).Card).to.equal("Drained Bank is drained, so its payments are refused.")
    expect((await owner.get(path())).html).to.include("<dt>Drained since</dt>")
    expect((await pay("card")).body.error.code).to.equal("not_ready")
    const refund = await merchant.request("POST", "/v1/refunds", { payment_intent: paid.id })
    expect(expectStatus(refund, 201).status).to.equal("succeeded")
    const since = () =>
      live().database.all(sql<{ drained_at: number }>("SELECT drained_at FROM acquirer_credentials WHERE drained_at < 100"), {})
    await live().database.transaction((tx) =>
      tx.run(sql<void>("UPDATE acquirer_credentials SET drained_at = 42 WHERE drained_at IS NOT NULL"), {}),
    )
    await send("/bank/drain")
    expect(await since()).to.deep.equal([{ drained_at: 42 }])
    await send("/bank/set", { ...BANK, "member.merchant_key": "n".repeat(40) })
    expect((await routes()).PIX).to.include("is drained")
    expect(await since()).to.deep.equal([{ drained_at: 42 }, { drained_at: 42 }])
    await send("/bank/undrain")
    expect((await routes()).Card).to.equal("Bank")
    expect((await pay("card")).status).to.equal(200)
    const drains = [...(await entries("acquirer.drain")), ...(await entries("acquirer.undrain"))]
    expect(drains.map(({ outcome, target }) => [outcome, target.slice(0, 5)])).to.deep.equal(Array(3).fill(["done", "cred_"]))
  })

  it("take each payment that is confirmed while a method moves between them, and refuse none", async () => {
    await send("/bank/set", BANK)
    await send("/pix-bank/set", { ...PIX_BANK, methods: "pix" })
    let isPaying = true
    const moving = (async () => {
      for (let i = 0; isPaying; i++)
        await live().database.transaction((tx) =>
          i % 2 === 0
            ? setUses(tx, merchant.account, kinds.bank, { methods: ["card", "pix", "boleto"], fallback_for: [] })
            : setUses(tx, merchant.account, kinds.pixBank, { methods: ["pix"], fallback_for: [] }),
        )
    })()
    const paid = await Promise.all(Array.from({ length: 30 }, () => pay("pix")))
    isPaying = false
    await moving
    expect(paid.map(({ status }) => status)).to.deep.equal(Array(30).fill(200))
    const took = await Promise.all(paid.map(({ body }) => acquirersOf(body.id)))
    for (const attempts of took) expect(["bank", "pix-bank"]).to.include(attempts.map(({ acquirer }) => acquirer).join())
  })

  it("are not changed by a form that shows how they were before another owner changed them", async () => {
    await send("/bank/set", BANK)
    for (const [rest, filled] of [
      ["/bank/methods", { methods: ["card", "boleto"] }],
      ["/bank/set", BANK],
      ["/pix-bank/set", { ...PIX_BANK, methods: "pix" }],
      ["/bank/drain", {}],
      ["/bank/remove", {}],
    ] as const) {
      const late = await openForm(owner, path(rest))
      await send("/bank/set", { ...BANK, "member.merchant_id": randomUUID() })
      const before = await routes()
      const page = await late.send(filled as never)
      expect([page.status, alertOf(page)], rest).to.deep.equal([
        400,
        "Somebody has changed the acquirers in the meantime. See how they are now, and send the form again.",
      ])
      expect(await routes(), rest).to.deep.equal(before)
    }
    expect((await entries("acquirer.remove")).map(({ outcome }) => outcome)).to.deep.equal(["refused: acquirers_changed"])
  })

  describe("whose money the platform pays out", () => {
    const EN = "The platform pays out the money of this acquirer. So only the operator of the platform"
    const PT = "A plataforma repassa o dinheiro desta adquirente."

    const setByOperator = async (tx: Transaction, methods: ("card" | "pix" | "boleto")[], funds: Funds = "platform") => {
      const { account, now } = await scopeOf(live().database, live(), merchant.account)
      const members = { merchant_id: randomUUID(), merchant_key: "o".repeat(40) }
      return setCredentials(tx, { account, now, ring: live().ring }, { kind: kinds.bank, members, methods, funds })
    }
    const forced = (rest: string, fields: Record<string, string>, language = "en") =>
      owner.post(path(rest), { form_token: "A".repeat(22), ...fields }, { "accept-language": language })

    it("are changed by the operator only", async () => {
      await live().database.transaction((tx) => setByOperator(tx, ["card", "boleto"]))
      const { html } = await owner.get(path())
      expect(unescapeHtml(html)).to.include(EN).and.include("The platform")
      expect(html).to.not.include("/acquirer/bank/")
      for (const rest of ["/bank/set", "/bank/methods", "/bank/drain", "/bank/undrain", "/bank/remove"]) {
        const page = await owner.get(path(rest))
        expect(unescapeHtml(page.html), rest).to.include(EN)
        expect(page.html, rest).to.not.include('<form class="post"')
        for (const [language, text] of [
          ["en", EN],
          ["pt-BR", PT],
        ] as const) {
          const refused = await forced(rest, { ...BANK, methods: "pix" }, language)
          expect([refused.status, alertOf(refused).startsWith(text)], rest).to.deep.equal([400, true])
        }
      }
      expect((await routes()).Card).to.equal("Bank")
      const refusals = (await entries("acquirer.remove")).map(({ outcome }) => outcome)
      expect(refusals).to.deep.equal(Array(2).fill("refused: acquirer_of_platform"))
    })

    it("lose no method to an acquirer of an owner, who may take those that they do not have", async () => {
      await live().database.transaction((tx) => setByOperator(tx, ["card", "pix"]))
      const page = await owner.get(path("/pix-bank/set"))
      expect(page.html).to.include("PIX stays with Bank: the platform pays out its money").and.not.include('name="methods"')
      const refused = await forced("/pix-bank/set", { ...PIX_BANK, "group.account": "set", methods: "pix" })
      expect([refused.status, alertOf(refused).startsWith(EN)]).to.deep.equal([400, true])
      await live().database.transaction((tx) => setByOperator(tx, ["card"]))
      expect(alertOf(await forced("/pix-bank/set", { ...PIX_BANK, "group.account": "set", fallback_for: "card" }))).to.include(EN)
      await send("/pix-bank/set", PIX_BANK)
      expect(await routes()).to.include({ Card: "Bank", PIX: "Pix bank" })
      await live().database.transaction((tx) => setByOperator(tx, ["card", "pix"]))
      expect((await owner.get(path("/pix-bank/methods"))).html).to.include("PIX stays with Bank")
      expect(alertOf(await forced("/pix-bank/methods", { methods: "pix" }))).to.include(EN)
      expect(await routes()).to.include({ Card: "Bank", PIX: "Bank" })
    })

    it("lose none to a form that an owner sends while the operator sets them", async () => {
      await send("/pix-bank/set", PIX_BANK)
      const form = await openForm(owner, path("/pix-bank/methods"))
      const [isSet, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const setting = live().database.transaction(async (tx) => {
        await setByOperator(tx, ["pix"])
        isSet.resolve()
        await commit.promise
      })
      await isSet.promise
      const sending = form.send({ methods: "pix" })
      await until(async () => (await live().database.all(waitingForLocks, {})).length > 0)
      commit.resolve()
      await setting
      const page = await sending
      expect([page.status, alertOf(page).startsWith(EN)], page.html).to.deep.equal([400, true])
      expect((await routes()).PIX).to.equal("Bank")
    })
  })
})

// What the users of an account and the operators of the platform are mailed.
import { expect } from "chai"
import { giveRole } from "../../src/accounts/users/manage.ts"
import { usersWithEmail } from "../../src/accounts/users/users.ts"
import { mailOperatorsPass } from "../../src/attention/mail-operators.ts"
import type { Transaction } from "../../src/db/database.ts"
import { recordUpdate } from "../../src/events/record.ts"
import { changeDispute, findDispute, presentDispute } from "../../src/payments/disputes/store.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { mailsWithoutPreview } from "../support/merchants/mail-previews.ts"
import { type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { newCustomer } from "../support/merchants/payments.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

const HOLDER = "11222333000181"

describe("Users are mailed", function () {
  this.timeout(180_000)
  let server: MailServer
  let vintem: Running
  let merchant: Merchant
  let people: { owner: string; operator: string; viewer: string }
  before(async () => {
    server = await startMailServer()
    vintem = await startVintem({ SMTP_URL: server.url, MAIL_FROM: "Plataforma <avisos@vintem.example>", TEST_MAIL: "send" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    const at = (role: string) => `${role}-${merchant.account.slice(-8).toLowerCase()}@example.com`
    people = { owner: at("owner"), operator: at("operator"), viewer: at("viewer") }
    for (const [role, email] of Object.entries(people)) await addUser(email, role, merchant.account)
  })
  afterEach(() => {
    server.behavior.recipient = undefined
    server.behavior.content = undefined
  })
  after(async () => {
    await vintem.close()
    await server.close()
  })

  const addUser = (email: string, role: string, account?: string) =>
    command<Json>(vintem, ["users", "add", email, "--role", role, ...(account ? ["--account", account] : [])])
  const mailsTo = (to: string) => server.received.filter((mail) => mail.to === to).map(readMail)
  const arrived = (to: string, subject: RegExp) =>
    until(async () => mailsTo(to).find(({ headers }) => subject.test(headers.subject ?? "")))
  const listed = (of: Merchant = merchant): Promise<Json[]> =>
    command(vintem, ["mail", "list", "--mode", "test", "--account", of.account])
  const run = (...args: string[]) => command<Json>(vintem, [...args, "--account", merchant.account, "--mode", "test"])

  it("that a chargeback was opened, if they own or operate the account", async () => {
    const paid = await payOne(merchant)
    await command(vintem, ["disputes", "open", paid.id])
    const { text, headers } = await arrived(people.owner, /Contestação de R\$ 49,90/)
    expect(headers.from).to.equal("Plataforma <avisos@vintem.example>")
    expect(text)
      .to.include(paid.id)
      .and.match(/http:\/\/localhost:\d+\/acct_\w+\/test\/disputes\/dp_/)
    await arrived(people.operator, /Contestação/)
    await until(async () => (await ofKind("dispute_opened")).every(({ status }) => status === "sent"))
    expect((await ofKind("dispute_opened")).map(({ to, customer }) => [to, customer])).to.have.deep.members([
      [people.owner, null],
      [people.operator, null],
    ])
    expect(mailsTo(people.viewer)).to.deep.equal([])
  })

  it("until when they can answer a chargeback, also if its acquirer tells that later", async () => {
    const paid = await payOne(merchant)
    const by = Math.floor(Date.now() / 1000) + 7 * DAY
    await command(vintem, ["disputes", "open", paid.id, "--respond-by", new Date(by * 1000).toISOString().slice(0, 10)])
    const { text } = await arrived(people.owner, /Contestação/)
    expect(text).to.include("Responder até: ").and.include("Responda até o prazo")
    const scope = { account: merchant.account, now: by - 7 * DAY, mode: vintem.server.modes.test }
    const later = await command<Json>(vintem, ["disputes", "open", (await payOne(merchant)).id])
    await until(async () => mailsTo(people.owner).length === 2)
    expect(mailsTo(people.owner)[1]?.text).to.not.include("Responder até")
    await scope.mode.database.transaction(async (tx) => {
      const before = (await findDispute(tx, merchant.account, later.id))!
      const after = await changeDispute(tx, before, { status: "needs_response", due_by: by })
      recordUpdate(tx, scope, "charge.dispute.updated", {
        before: presentDispute(before, false),
        after: presentDispute(after, false),
      })
    })
    await until(async () => mailsTo(people.owner).length === 3)
    expect(mailsTo(people.owner)[2]?.text).to.include("Responder até: ").and.include(later.id)
  })

  it("that a payout did not arrive, and to which bank account", async () => {
    await command(vintem, ["accounts", "update", "--account", merchant.account, "--holder-document", HOLDER])
    await run("bank-account", "set", "--pix-key", "fail@example.com")
    await arrived(people.owner, /conta bancária de .* mudou/)
    await payOne(merchant)
    const { id } = await run("payouts", "create")
    await advance(merchant, { seconds: 6 * DAY })
    const { text } = await arrived(people.operator, /Um repasse de .* não chegou/)
    expect(text).to.include("A conta bancária está encerrada").and.include(id).and.not.include("fail@")
    await arrived(people.owner, /Um repasse/)
  })

  it("that the bank account has changed, also if they were owners until a moment ago, and whatever is switched off", async () => {
    const { database } = vintem.server.modes.test
    const userNamed = async (tx: Transaction, email: string) => (await usersWithEmail(tx, email))[0]!
    const thief = await signIn(vintem, `thief-${people.owner}`, "owner", merchant.account)
    await submit(thief, `/${merchant.account}/test/mails/kinds/edit`, {})
    await database.transaction(async (tx) => {
      const [victim, by] = [await userNamed(tx, people.owner), await userNamed(tx, `thief-${people.owner}`)]
      await giveRole(tx, by, victim.id, "viewer")
    })
    const second = `second-${people.owner}`
    await addUser(second, "owner", merchant.account)
    await command(vintem, ["users", "remove", second, "--account", merchant.account])
    await command(vintem, ["accounts", "update", "--account", merchant.account, "--holder-document", HOLDER])
    await run("bank-account", "set", "--pix-key", HOLDER)
    for (const owner of [people.owner, second, `thief-${people.owner}`]) {
      const { text, headers } = await arrived(owner, /conta bancária de .* mudou/)
      expect(text).to.include("************81").and.not.include(HOLDER)
      expect(headers["list-unsubscribe"]).to.equal(undefined)
    }
    await run("bank-account", "remove")
    await until(async () => mailsTo(second).length === 2)
    expect(mailsTo(second)[1]?.text).to.include("foi removida")
    expect(mailsTo(people.operator)).to.deep.equal([])
    await database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE users SET removed_at_ms = removed_at_ms - ${31 * DAY * 1000} WHERE email = '${second}'`), {}),
    )
    await run("bank-account", "set", "--pix-key", HOLDER)
    await until(async () => mailsTo(people.owner).length === 3)
    expect(mailsTo(second)).to.have.length(2)
  })

  it("once a day that an endpoint does not take what it is sent, and not after one failure", async () => {
    const endpoint = await newEndpoint(merchant, "https://127.0.0.1:9/secret-path")
    await payOne(merchant)
    await payOne(merchant)
    await advance(merchant, { seconds: 30 * 60 })
    expect(await ofKind("endpoint_failing")).to.deep.equal([])
    await advance(merchant, { seconds: 2 * 3600 })
    const { text } = await arrived(people.owner, /notificações a 127.0.0.1:9 estão falhando/)
    expect(text).to.include(`/webhooks/${endpoint.id}`).and.not.include("secret-path")
    expect(mailsTo(people.owner)).to.have.length(1)
    // The last attempts come 6 and 30 hours later: on one other day or on two, for two deliveries.
    await advance(merchant, { seconds: 3 * DAY })
    await until(async () => mailsTo(people.owner).length >= 2)
    expect(mailsTo(people.owner).length).to.be.at.most(3)
  })

  it("outside the bounds, and while mails to payers wait", async () => {
    const gate = Promise.withResolvers<undefined>()
    server.behavior.content = ({ raw }) => (/^Subject:.*Recibo/m.test(raw) ? gate.promise : undefined)
    const customer = await newCustomer(merchant, { email: people.owner })
    for (let i = 0; i < 22; i++) await payOne(merchant, undefined, { customer: customer.id })
    await command(vintem, ["disputes", "open", (await payOne(merchant)).id])
    await arrived(people.owner, /Contestação/)
    expect(mailsTo(people.owner)).to.have.length(1)
    gate.resolve(undefined)
    await until(async () => (await ofKind("receipt")).filter(({ status }) => status === "sent").length >= 20)
    await command(vintem, ["disputes", "open", (await payOne(merchant)).id])
    await until(async () => mailsTo(people.owner).length === 22)
  })

  it("until they stop a kind, each for themselves", async () => {
    const dispute = async () => command(vintem, ["disputes", "open", (await payOne(merchant)).id])
    await dispute()
    const { headers } = await arrived(people.owner, /Contestação/)
    const url = headers["list-unsubscribe"]!.slice(1, -1)
    expect(
      (await fetch(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) })).status,
    ).to.equal(200)
    await dispute()
    await until(async () => mailsTo(people.operator).length === 2)
    await until(async () => (await ofKind("dispute_opened")).some(({ status }) => status === "dropped"))
    expect(mailsTo(people.owner)).to.have.length(1)
  })

  it("again, to their address, when a person asks", async () => {
    await command(vintem, ["disputes", "open", (await payOne(merchant)).id])
    await arrived(people.owner, /Contestação/)
    const mail = await until(async () =>
      (await ofKind("dispute_opened")).find(({ to, status }) => to === people.owner && status === "sent"),
    )
    await command(vintem, ["mail", "send", mail.id])
    await until(async () => mailsTo(people.owner).length === 2)
    await until(async () => mailsTo(people.operator).length > 0)
    expect(mailsTo(people.operator)).to.have.length(1)
  })

  it("as nobody, where an account has no owner and no operator", async () => {
    const alone = await newMerchant(vintem)
    await command(vintem, ["disputes", "open", (await payOne(alone)).id])
    await until(async () =>
      (await listed(alone)).some(({ kind, status, to }) => kind === "dispute_opened" && status === "dropped" && to === ""),
    )
  })

  it("what needs attention, once in 24 hours, if they operate the platform", async () => {
    const mode = vintem.server.modes.test
    const pass = () => mailOperatorsPass(mode, performance.now() + 30_000)
    const operator = `platform-${people.owner}`
    await addUser(operator, "operator")
    await addUser(`reader-${operator}`, "viewer")
    await pass()
    await newEndpoint(merchant, "https://127.0.0.1:9/hook")
    await payOne(merchant)
    await advance(merchant, { seconds: 3 * DAY })
    await Promise.all([pass(), pass()])
    const { text, headers } = await arrived(operator, /attention in test mode/)
    expect(text).to.include("delivery_dead_letter: ").and.include("vintem deliveries replay")
    expect(headers["list-unsubscribe"]).to.equal(undefined)
    await pass()
    expect(mailsTo(operator)).to.have.length(1)
    expect(mailsTo(`reader-${operator}`)).to.deep.equal([])
    expect(
      mailsTo(people.owner)
        .map(({ headers }) => headers.subject)
        .filter((subject) => /attention/.test(subject ?? "")),
    ).to.deep.equal([])
    await mode.database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE operator_mails SET created_ms = created_ms - ${DAY * 1000}`), {}),
    )
    await pass()
    expect(mailsTo(operator)).to.have.length(2)
  })

  it("what needs attention not twice, where a worker comes too late that another one has overtaken", async () => {
    const mode = vintem.server.modes.test
    const pass = () => mailOperatorsPass(mode, performance.now() + 30_000)
    const late = `late-${people.owner}`
    await addUser(late, "operator")
    await newEndpoint(merchant, "https://127.0.0.1:9/hook")
    await payOne(merchant)
    await advance(merchant, { seconds: 3 * DAY })
    const [asked, isSlow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    server.behavior.recipient = async (address) => {
      if (address !== late) return undefined
      asked.resolve()
      await isSlow.promise
      return undefined
    }
    const slow = pass()
    await asked.promise
    // The other worker's mark, before it died with the server's answer.
    const isOpen = "status = 'pending' AND handed_ms IS NULL"
    const overtake = sql<void>(`UPDATE operator_mails SET handed_ms = 1, held_until_ms = 0, due_ms = 0 WHERE ${isOpen}`)
    await mode.database.transaction((tx) => tx.run(overtake, {}))
    isSlow.resolve()
    await slow
    await mode.database.transaction((tx) => tx.run(sql<void>("UPDATE operator_mails SET due_ms = 0 WHERE due_ms > 0"), {}))
    await pass()
    expect(mailsTo(late)).to.deep.equal([])
    const ends = await mode.database.all(sql<{ reason: string }>("SELECT reason FROM operator_mails WHERE handed_ms = 1"), {})
    expect(ends.map(({ reason }) => reason)).to.include("no_answer")
  })

  const ofKind = async (kind: string) => (await listed()).filter((mail) => mail.kind === kind)

  it("what the previews of the dashboard show", async () => {
    const { account } = merchant
    const received = server.received.filter((mail) => !/ needs? attention in /.test(readMail(mail).headers.subject ?? ""))
    expect(received).to.have.length.above(5)
    expect(await mailsWithoutPreview(vintem, { account, received })).to.deep.equal([])
  })
})

// What happens to mails when their server is down, slow, refuses them, or says nothing, and when a process dies.
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { newCustomer } from "../support/merchants/payments.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

const FROM = { MAIL_FROM: "pagamentos@vintem.example", TEST_MAIL: "send" }

describe("A mail", function () {
  this.timeout(180_000)
  let server: MailServer
  let vintem: Running
  before(async () => {
    server = await startMailServer()
    vintem = await startVintem({ SMTP_URL: server.url, ...FROM })
  })
  afterEach(() => {
    server.behavior.recipient = undefined
    server.behavior.content = undefined
  })
  after(async () => {
    await vintem.close()
    await server.close()
  })

  const listed = async ({ account }: Merchant, by: Pick<Running, "cli"> = vintem): Promise<Json[]> =>
    (await by.cli("mail", "list", "--mode", "test", "--account", account, "--json")).json
  const statuses = async (merchant: Merchant) => (await listed(merchant)).map(({ status }) => status)
  const received = (email: string) => server.received.filter(({ to }) => to === email)
  const attention = async ({ account }: Merchant): Promise<Json[]> =>
    (await vintem.cli("attention", "list", "--account", account, "--json")).json

  async function payFor(merchant: Merchant, email: string, times = 1): Promise<Json> {
    const customer = await newCustomer(merchant, { email })
    for (let i = 0; i < times; i++) await payOne(merchant, undefined, { customer: customer.id })
    return customer
  }

  it("waits for a server that is down for an hour, and then arrives once", async () => {
    const port = Number(new URL(server.url).port)
    await server.close()
    const merchant = await newMerchant(vintem)
    await payFor(merchant, "down@example.com")
    for (const seconds of [60, 600, 3000]) await advance(merchant, { seconds })
    expect(await statuses(merchant)).to.deep.equal(["pending"])
    server = await startMailServer({ port })
    await advance(merchant, { seconds: 2 * 3600 })
    await until(async () => (await statuses(merchant))[0] === "sent")
    expect(received("down@example.com")).to.have.length(1)
  })

  it("is put on the attention list after seven attempts, and is sent again from there", async () => {
    const merchant = await newMerchant(vintem)
    server.behavior.recipient = () => 451
    await payFor(merchant, "busy@example.com")
    await advance(merchant, { seconds: 3 * DAY })
    expect(await statuses(merchant)).to.deep.equal(["failed"])
    const [item] = await attention(merchant)
    expect(item).to.include({ kind: "mail_failed" })
    expect(item?.message).to.include("in seven attempts").and.include("It answered 451.").and.not.include("busy@")
    server.behavior.recipient = undefined
    await vintem.cli("mail", "send", item?.id)
    await until(async () => (await statuses(merchant))[0] === "sent")
    expect(await attention(merchant)).to.deep.equal([])
    expect(received("busy@example.com")).to.have.length(1)
  })

  it("to an address that is refused fails at once, says why, and goes to the corrected address", async () => {
    const merchant = await newMerchant(vintem)
    server.behavior.recipient = (address) => (address === "wrong@example.com" ? 550 : undefined)
    const customer = await payFor(merchant, "wrong@example.com")
    const [item] = await until(async () => (await attention(merchant)).length > 0 && attention(merchant))
    expect(item?.message).to.include("refuses the address").and.not.include("wrong@")
    await merchant.request("POST", `/v1/customers/${customer.id}`, { email: "right@example.com" })
    await vintem.cli("mail", "send", item?.id)
    await until(async () => received("right@example.com").length === 1)
    const resolved = await vintem.cli("attention", "resolve", item?.id, "--reason", "sent again")
    expect([resolved.status, resolved.stderr.includes("does not wait for a person")]).to.deep.equal([1, true])
  })

  it("is not sent again if the server takes its content and says nothing", async () => {
    const merchant = await newMerchant(vintem)
    server.behavior.content = ({ to }) => (to === "silent@example.com" ? "drop" : undefined)
    await payFor(merchant, "silent@example.com")
    const [item] = await until(async () => (await attention(merchant)).length > 0 && attention(merchant))
    expect(item?.message).to.include("It may have arrived.")
    server.behavior.content = undefined
    await advance(merchant, { seconds: 3 * DAY })
    expect(received("silent@example.com")).to.have.length(1)
    await vintem.cli("attention", "resolve", item?.id, "--reason", "the payer has it")
    expect(await attention(merchant)).to.deep.equal([])
  })

  it("waits where an address has got twenty in a day, and those of other accounts do not", async () => {
    const [merchant, other] = [await newMerchant(vintem), await newMerchant(vintem)]
    await payFor(merchant, "many@example.com", 22)
    await until(async () => (await statuses(merchant)).filter((status) => status === "sent").length === 20)
    await payFor(other, "many@example.com")
    await until(async () => (await statuses(other))[0] === "sent")
    expect((await statuses(merchant)).filter((status) => status === "pending")).to.have.length(2)
    await advance(merchant, { seconds: DAY + 60 })
    await until(async () => (await statuses(merchant)).every((status) => status === "sent"))
    expect(received("many@example.com")).to.have.length(23)
  })

  it("says nothing of another account", async () => {
    const [one, two] = [await newMerchant(vintem), await newMerchant(vintem)]
    await vintem.cli(
      "accounts",
      "update",
      "--account",
      one.account,
      "--display-name",
      "Loja Um",
      "--support-email",
      "um@example.com",
    )
    await vintem.cli("accounts", "update", "--account", two.account, "--display-name", "Loja Dois")
    await Promise.all([payFor(one, "shared@example.com"), payFor(two, "shared@example.com")])
    const mails = await until(
      async () => received("shared@example.com").length === 2 && received("shared@example.com").map(readMail),
    )
    for (const { text, html, headers } of mails) {
      const said = `${text} ${html} ${JSON.stringify(headers)}`
      expect(said.includes("Loja Um")).to.not.equal(said.includes("Loja Dois"))
      expect(said.includes("um@example.com")).to.equal(said.includes("Loja Um"))
    }
    const [mail] = await listed(one)
    expect((await listed(two)).map(({ id }) => id)).to.not.include(mail?.id)
    const { rows } = {
      rows: await vintem.server.modes.test.database.all(sql<{ text: string }>("SELECT sealed_mail AS text FROM mails"), {}),
    }
    expect(JSON.stringify(rows)).to.not.include("example.com")
  })
})

describe("A mail whose process dies", function () {
  this.timeout(180_000)
  let databases: Databases
  let server: MailServer
  before(async () => {
    databases = await freshDatabases()
    server = await startMailServer()
  })
  after(async () => {
    await server.close()
    await databases.remove()
  })

  const cases = [
    { dieAt: "mail: made", status: "sent", arrived: 1, why: "before the server has it, it is sent by another one" },
    {
      dieAt: "mail: handed over",
      status: "failed",
      arrived: 0,
      why: "as the server gets it, nobody knows, and it is not sent again",
    },
    { dieAt: "mail: server answered", status: "failed", arrived: 1, why: "before the answer is stored, it is not sent again" },
  ]
  for (const { dieAt, status, arrived, why } of cases)
    it(`${why} (${dieAt})`, async () => {
      const env = { SMTP_URL: server.url, ...FROM }
      const survivor = await startVintem(env, { databases, role: "api" })
      const merchant = await newMerchant(survivor)
      const email = `${dieAt.replace(/\W/g, "")}@example.com`
      const victim = await spawnVintem(env, { databases, role: "worker", merchant })
      try {
        await victim.ask("dieAt", dieAt)
        const customer = await newCustomer(merchant, { email })
        await payOne(merchant, undefined, { customer: customer.id })
        await victim.exited
        const { database } = survivor.server.modes.test
        await database.transaction((tx) => tx.run(sql<void>("UPDATE mails SET held_until_ms = 0"), {}))
        await advance(merchant, { seconds: 60 })
        const { json } = await survivor.cli("mail", "list", "--mode", "test", "--account", merchant.account, "--json")
        expect(json.map((mail: Json) => mail.status)).to.deep.equal([status])
        expect(server.received.filter(({ to }) => to === email)).to.have.length(arrived)
      } finally {
        await victim.close()
        await survivor.close()
      }
    })

  it("while another one, whose claim has lapsed, comes too late, is not sent again", async () => {
    const env = { SMTP_URL: server.url, ...FROM, LOG_LEVEL: "silent" }
    const survivor = await startVintem(env, { databases, role: "api" })
    const merchant = await newMerchant(survivor)
    const { database } = survivor.server.modes.test
    const letClaimsLapse = () => database.transaction((tx) => tx.run(sql<void>("UPDATE mails SET held_until_ms = 0"), {}))
    const to = "lapsed@example.com"
    const [asked, isSlow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let attempts = 0
    server.behavior.recipient = async () => {
      if (++attempts > 1) return undefined
      asked.resolve()
      await isSlow.promise
      return undefined
    }
    const slow = await spawnVintem(env, { databases, role: "worker", merchant })
    const settled = () => until(async () => (await slow.ask("checkpoints")).includes("mail: settled"))
    try {
      const { id: customer } = await newCustomer(merchant, { email: to })
      await payOne(merchant, undefined, { customer })
      await asked.promise
      await letClaimsLapse()
      // The other one gives the content to the server, and dies after the slow one has found that it comes too late.
      server.behavior.content = async () => {
        isSlow.resolve()
        await settled()
        return undefined
      }
      const victim = await spawnVintem(env, { databases, role: "worker", merchant })
      await victim.ask("dieAt", "mail: server answered")
      await victim.exited
      await victim.close()
      server.behavior.content = undefined
      await letClaimsLapse()
      await advance(merchant, { seconds: 600 })
      const { json } = await survivor.cli("mail", "list", "--mode", "test", "--account", merchant.account, "--json")
      expect(json.map((mail: Json) => mail.status)).to.deep.equal(["failed"])
      expect(server.received.filter((mail) => mail.to === to)).to.have.length(1)
    } finally {
      server.behavior.recipient = undefined
      isSlow.resolve()
      await slow.close()
      await survivor.close()
    }
  })
})

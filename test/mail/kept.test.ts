// What receipts have from the acquirer, and what becomes of mails that are no longer wanted or are old.
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { newCustomer } from "../support/merchants/payments.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

describe("A receipt", function () {
  this.timeout(120_000)
  let server: MailServer
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    server = await startMailServer()
    vintem = await startVintem({ SMTP_URL: server.url, MAIL_FROM: "pagamentos@vintem.example", TEST_MAIL: "send" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    server.behavior.recipient = undefined
  })
  after(async () => {
    await vintem.close()
    await server.close()
  })

  const listed = async (): Promise<Json[]> =>
    (await vintem.cli("mail", "list", "--mode", "test", "--account", merchant.account, "--json")).json
  const ended = (status: string) => until(async () => (await listed()).find((mail) => mail.status === status))
  const payFor = async (email: string) => payOne(merchant, undefined, { customer: (await newCustomer(merchant, { email })).id })

  it("has the NSU, the authorization code and the end-to-end id that the acquirer has given", async () => {
    const references = { tid: null, nsu: "123456", authorization_code: "A1B2C3", end_to_end_id: "E2E-0001", our_number: null }
    replaceAcquirer(vintem, merchant, (bank) => ({
      ...bank,
      authorize: async (sale, signal) => ({ ...(await bank.authorize(sale, signal)), references }),
    }))
    await payFor("references@example.com")
    await ended("sent")
    const [mail] = server.received.filter(({ to }) => to === "references@example.com").map(readMail)
    for (const fact of ["NSU: 123456", "Código de autorização: A1B2C3", "ID da transação PIX: E2E-0001"])
      expect(mail?.text).to.include(fact)
  })

  it("that waits is dropped once its kind is off", async () => {
    server.behavior.recipient = () => 451
    await payFor("off@example.com")
    const [{ id }] = await listed()
    await until(async () => (await vintem.cli("mail", "show", id, "--json")).json.attempts === 1)
    const owner = await signIn(vintem, "owner@example.com", "owner", merchant.account)
    const { status } = await submit(owner, `/${merchant.account}/test/mails/kinds/edit`, { kind: "refund_made" })
    expect([status, (await listed()).map((mail) => mail.status)]).to.deep.equal([303, ["pending"]])
    server.behavior.recipient = undefined
    await advance(merchant, { seconds: DAY })
    await ended("dropped")
    expect(server.received.some(({ to }) => to === "off@example.com")).to.equal(false)
  })

  it("is kept for RETAIN_MAILS_DAYS after it was sent", async () => {
    await payFor("kept@example.com")
    await ended("sent")
    const { database } = vintem.server.modes.test
    const age = (days: number) =>
      database.transaction((tx) =>
        tx.run(sql(`UPDATE mails SET ended_ms = ended_ms - ${days * DAY * 1000} WHERE account = '${merchant.account}'`), {}),
      )
    const tick = async () => {
      const worker = await startVintem({ RETAIN_MAILS_DAYS: "31" }, { role: "worker", databases: vintem.databases })
      await worker.server.tick()
      await worker.server.close()
      return (await listed()).length
    }
    await age(30)
    expect(await tick()).to.equal(1)
    await age(2)
    expect(await tick()).to.equal(0)
  })
})

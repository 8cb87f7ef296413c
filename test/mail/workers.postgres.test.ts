// Several workers send mails at once. SQLite has one.
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command } from "../support/dashboard/dashboard.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { newCustomer } from "../support/merchants/payments.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

describe("Two workers", function () {
  this.timeout(120_000)
  let databases: Databases
  let server: MailServer
  let api: Running
  const workers: Running[] = []
  before(async () => {
    databases = await freshDatabases()
    server = await startMailServer()
    server.behavior.content = () => new Promise((resolve) => setTimeout(() => resolve(undefined), 100))
    const env = { SMTP_URL: server.url, MAIL_FROM: "pagamentos@vintem.example", TEST_MAIL: "send" }
    api = await startVintem(env, { databases, role: "api" })
    for (let i = 0; i < 2; i++) workers.push(await startVintem(env, { databases, role: "worker" }))
  })
  after(async () => {
    for (const vintem of [...workers, api]) await vintem.close()
    await server.close()
    await databases.remove()
  })

  it("send each mail once, and write one mail to each user", async () => {
    const merchants = await Promise.all(Array.from({ length: 3 }, () => newMerchant(api)))
    for (const [i, { account }] of merchants.entries())
      for (const role of ["owner", "operator"])
        await command(api, ["users", "add", `${role}${i}@example.com`, "--role", role, "--account", account])
    await Promise.all(
      merchants.map(async (merchant, i) => {
        const { id: customer } = await newCustomer(merchant, { email: `many${i}@example.com` })
        for (let n = 0; n < 10; n++) await payOne(merchant, undefined, { customer })
        await command(api, ["disputes", "open", (await payOne(merchant)).id])
      }),
    )
    // Ten receipts to the customer, one to another, and two to users.
    const all = 3 * 13
    const statuses = async () => {
      const lists = merchants.map(({ account }) =>
        command<{ status: string }[]>(api, ["mail", "list", "--mode", "test", "--account", account]),
      )
      return (await Promise.all(lists)).flat().map(({ status }) => status)
    }
    await until(async () => (await statuses()).filter((status) => status === "sent").length === all)
    const ids = server.received.map((mail) => readMail(mail).headers["message-id"])
    expect([(await statuses()).length, ids.length, new Set(ids).size]).to.deep.equal([all, all, all])
  })
})

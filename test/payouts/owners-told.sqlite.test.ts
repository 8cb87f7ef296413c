// In live mode, a bank account waits for the operator only where no mail could tell its owners, or where the PIX key does not say whose it is.
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command } from "../support/dashboard/dashboard.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { type MailServer, readMail, startMailServer } from "../support/network/mail-server.ts"

const HOLDER = "11222333000181"

describe("A live bank account whose owners are mailed", function () {
  this.timeout(120_000)
  let databases: Databases
  let server: MailServer
  let vintem: Running
  before(async () => {
    databases = await freshDatabases({ live: true })
    server = await startMailServer()
    vintem = await startVintem({ SMTP_URL: server.url, MAIL_FROM: "avisos@vintem.example" }, { live: true, databases })
  })
  after(async () => {
    await vintem.close()
    await server.close()
    await databases.remove()
  })

  const cli = (...args: string[]) => command<Json>(vintem, args)
  const set = (account: string, ...numbers: string[]) =>
    cli("bank-account", "set", "--account", account, "--mode", "live", ...numbers)
  const newHolder = async (...owners: string[]) => {
    const { account } = await newMerchant(vintem, "live")
    for (const email of owners) await cli("users", "add", email, "--role", "owner", "--account", account)
    await cli("accounts", "update", "--account", account, "--holder-document", HOLDER)
    return account
  }

  it("needs no release, and counts after 24 hours", async () => {
    const account = await newHolder("told@example.com")
    for (const numbers of [
      ["--pix-key", HOLDER],
      ["--bank", "260", "--branch", "0001", "--number", "1234567-8"],
    ]) {
      const { needs_release, counts_from, created } = await set(account, ...numbers)
      expect([needs_release, counts_from - created]).to.deep.equal([false, 86_400])
    }
    await until(async () => server.received.filter(({ to }) => to === "told@example.com").length === 2)
    const { text } = readMail(server.received[0]!)
    expect(text).to.include("Vale a partir de").and.include("remova a conta bancária").and.not.include("Modo de teste")
  })

  it("needs a release with another PIX key, and where there is no owner to mail", async () => {
    expect((await set(await newHolder("other@example.com"), "--pix-key", "pix@example.com")).needs_release).to.equal(true)
    expect((await set(await newHolder(), "--pix-key", HOLDER)).needs_release).to.equal(true)
  })
})

// Mail servers as they are: with TLS and a login, slow, and silent. What an account may send in an hour, and what goes nowhere.

import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { setCredentials } from "../../src/acquirers/credentials.ts"
import { switchKinds } from "../../src/mail/settings.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { bankFor } from "../support/banks/bank.ts"
import { bankKind } from "../support/banks/bank-kind.ts"
import { command } from "../support/dashboard/dashboard.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { newCustomer } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"
import { selfSignedCertificate, serverCertificate, trustTestAuthority } from "../support/network/https-sink.ts"
import { readMail, startMailServer } from "../support/network/mail-server.ts"

const FROM = { MAIL_FROM: "pagamentos@vintem.example", TEST_MAIL: "send" }
const PASSWORD = "s%40nha:1"

type Listed = { status: string; kind: string; id: string; to: string }

const listed = (vintem: Running, { account }: Merchant, mode = "test"): Promise<Listed[]> =>
  command(vintem, ["mail", "list", "--mode", mode, "--account", account])

async function payFor(merchant: Merchant, email: string, times = 1): Promise<void> {
  const { id: customer } = await newCustomer(merchant, { email })
  for (let i = 0; i < times; i++) await payOne(merchant, undefined, { customer })
}

describe("A mail server", function () {
  this.timeout(120_000)
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })
  const begun = <Started extends { close(): Promise<unknown> }>(started: Started): Started => {
    closers.push(() => started.close())
    return started
  }
  const withLogin = {
    authOptional: false,
    onAuth: ({ username, password }: Json, _session: unknown, done: (error: Error | null, user?: object) => void) =>
      username === "loja@example.com" && password === "s@nha:1" ? done(null, { user: username }) : done(new Error("No.")),
  }

  for (const secure of [true, false])
    it(`gets mails over ${secure ? "TLS" : "STARTTLS"}, after a login`, async () => {
      await trustTestAuthority()
      const server = begun(await startMailServer({ secure, ...withLogin, ...(await serverCertificate()) } as never))
      const vintem = begun(await startVintem({ SMTP_URL: withUser(server.url), ...FROM }))
      const merchant = await newMerchant(vintem)
      await payFor(merchant, "tls@example.com")
      await until(async () => server.received.length === 1)
      expect(server.received[0]).to.include({ to: "tls@example.com", secure: true, user: "loja@example.com" })
    })

  it("gets neither a password nor a mail if nobody knows its certificate", async () => {
    const logins: string[] = []
    const onAuth: typeof withLogin.onAuth = (auth, _session, done) => {
      logins.push(auth.username)
      done(null, { user: auth.username })
    }
    const server = begun(await startMailServer({ secure: true, ...(await selfSignedCertificate()), onAuth } as never))
    const vintem = begun(await startVintem({ SMTP_URL: withUser(server.url), ...FROM }))
    const merchant = await newMerchant(vintem)
    await payFor(merchant, "unknown@example.com")
    await until(async () => (await attempts(vintem, merchant)) > 0)
    expect([logins, server.received]).to.deep.equal([[], []])
  })

  it("that refuses the password gets no mail, and the attention list names no secret", async () => {
    const server = begun(await startMailServer({ ...withLogin, allowInsecureAuth: true } as never))
    const vintem = begun(await startVintem({ SMTP_URL: withUser(server.url, "wrong"), ...FROM }))
    const merchant = await newMerchant(vintem)
    await payFor(merchant, "login@example.com")
    await advance(merchant, { seconds: 3 * 86_400 })
    const [item] = await command<Json[]>(vintem, ["attention", "list", "--account", merchant.account])
    expect(item?.message)
      .to.include("Check SMTP_URL first. It answered 535")
      .and.not.match(/wrong|loja@|login@/)
    expect(server.received).to.deep.equal([])
  })

  it("that says nothing holds up nobody else, and is tried again", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1")
    await once(silent, "listening")
    closers.push(async () => silent.close())
    const vintem = begun(await startVintem({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, ...FROM }))
    const merchant = await newMerchant(vintem)
    await payFor(merchant, "silent@example.com")
    expect((await payOne(merchant)).status).to.equal("succeeded")
    await until(async () => (await attempts(vintem, merchant)) > 0)
    expect((await listed(vintem, merchant))[0]?.status).to.equal("pending")
  })

  it("that answers late gets a mail once", async () => {
    const server = begun(await startMailServer())
    server.behavior.content = () => new Promise((resolve) => setTimeout(() => resolve(undefined), 4000))
    const vintem = begun(await startVintem({ SMTP_URL: server.url, ...FROM }))
    const merchant = await newMerchant(vintem)
    await payFor(merchant, "late@example.com")
    await until(async () => (await listed(vintem, merchant))[0]?.status === "sent")
    expect(server.received).to.have.length(1)
  })

  it("gets two thousand mails of an account in an hour, and those of others meanwhile", async () => {
    const server = begun(await startMailServer())
    const vintem = begun(await startVintem({ SMTP_URL: server.url, ...FROM }))
    const [merchant, other] = [await newMerchant(vintem), await newMerchant(vintem)]
    await payFor(merchant, "first@example.com")
    await until(async () => (await listed(vintem, merchant))[0]?.status === "sent")
    await vintem.server.modes.test.database.transaction((tx) =>
      tx.run(
        sql<void>(`INSERT INTO mails (id, account, created, kind, cause, occasion, customer, status, address_digest, counted_at)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1998)
          SELECT 'mail_' || i, account, created, kind, cause, 'n' || i, customer, 'dropped', 'digest' || i, counted_at
          FROM mails CROSS JOIN n WHERE account = '${merchant.account}'`),
        {},
      ),
    )
    await payFor(merchant, "last@example.com")
    await until(async () => server.received.length === 2)
    await payFor(merchant, "waiting@example.com")
    await payFor(other, "other@example.com")
    await until(async () => server.received.some(({ to }) => to === "other@example.com"))
    await until(async () => (await dueIn(vintem, merchant)) > 3000)
    expect(server.received.some(({ to }) => to === "waiting@example.com")).to.equal(false)
    await advance(merchant, { seconds: 3700 })
    await until(async () => server.received.some(({ to }) => to === "waiting@example.com"))
  })

  it("gets nothing of test mode unless the operator says so, and of live mode only what an account has switched on", async () => {
    const databases = begun({ ...(await freshDatabases({ live: true })), close: () => Promise.resolve() })
    closers.push(() => databases.remove())
    const server = begun(await startMailServer())
    const bank = bankFor(databases)
    closers.push(async () => bank.close())
    const env = { SMTP_URL: server.url, MAIL_FROM: FROM.MAIL_FROM }
    const vintem = begun(await startVintem(env, { live: true, databases, acquirerKinds: [bankKind(bank)] }))
    const inTest = await newMerchant(vintem)
    await payFor(inTest, "test@example.com")
    await until(async () => (await listed(vintem, inTest))[0]?.status === "dropped")
    const merchant = await newMerchant(vintem, "live")
    const live = vintem.server.modes.live!
    const { account, now } = await scopeOf(live.database, live, merchant.account)
    await live.database.transaction((tx) =>
      setCredentials(
        tx,
        { account, now, ring: live.ring },
        { kind: bankKind(), members: { merchant_id: randomUUID(), merchant_key: "k".repeat(40) } },
      ),
    )
    await payWith(merchant)
    expect(await listed(vintem, merchant, "live")).to.deep.equal([])
    await live.database.transaction((tx) => switchKinds(tx, account, { receipt: true }))
    await payWith(merchant)
    await until(async () => server.received.length === 1)
    expect((await listed(vintem, merchant, "live")).map(({ kind }) => kind)).to.deep.equal(["receipt"])
    expect(readMail(server.received[0]!).text).to.not.include("Modo de teste")
  })

  function withUser(url: string, password = PASSWORD): string {
    return url.replace("://", `://loja%40example.com:${password}@`)
  }

  async function attempts(vintem: Running, merchant: Merchant): Promise<number> {
    const [mail] = await listed(vintem, merchant)
    return mail ? (await command<Json>(vintem, ["mail", "show", mail.id])).attempts : 0
  }

  /** In how many seconds the account's next mail is due. */
  async function dueIn(vintem: Running, { account }: Merchant): Promise<number> {
    const { database, clock } = vintem.server.modes.test
    const due = sql<{ due_at: number }>(`SELECT max(due_at) AS due_at FROM mails WHERE account = '${account}'`)
    return Number((await database.one(due, {}))?.due_at ?? 0) - clock.now() / 1000
  }
})

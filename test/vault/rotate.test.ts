import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { cielo } from "../../src/acquirers/cielo/cielo.ts"
import { setCredentials } from "../../src/acquirers/credentials.ts"
import { newId } from "../../src/base/ids.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { integrations, webhookEndpoints } from "../../src/events/webhooks/tables.ts"
import { rotateKeys, SEALED_TABLES } from "../../src/modes/wiring.ts"
import { openKeyRing } from "../../src/vault/key-ring.ts"
import { MPI } from "../acquirers/cielo/open.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findSealed, insertIntegration, openSealed, ringOf, SEALED_PLACES } from "../support/bytes/sealed.ts"
import { kind } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { statement, testOnly } from "../support/databases/statement.ts"
import { mainTables } from "../support/databases/table.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm } from "../support/merchants/rails.ts"
import { sealFiles } from "./sealed-files.ts"

const ENDPOINT = { url: "https://shop.example/hooks", events: ["*"] }

const putSecret = testOnly(integrations.update(["id"], [{ sealed_secret: "sealed" }]))
const putCvc = statement<void>((k, p) => k("cards").where({ id: p.id }).update({ sealed_cvc: p.sealed }))
const anyCard = sql<{ id: string }>("SELECT id FROM cards LIMIT 1")
const anyAttempt = sql<{ id: string }>("SELECT id FROM attempts ORDER BY id DESC LIMIT 1")
const pendingMail = sql<{ id: string }>("SELECT id FROM mails WHERE status = 'pending' LIMIT 1")
const waitsForRing = sql<{ pid: number }>(
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%encryption_keys%'",
)

describe("vintem encryption rotate", function () {
  this.timeout(120_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  const mode = () => vintem.server.modes.test
  const rotate = () => vintem.cli("encryption", "rotate", "--json")
  const rotateHere = async () => {
    const { database, ring } = mode()
    const { id } = await database.transaction((tx) => ring.addKey(tx))
    const [done] = await rotateKeys([{ database, ring, onProgress: () => {} }])
    return { id, ...done! }
  }

  /** Seals something in every column that may be sealed. */
  async function sealEverything() {
    const merchant = await newMerchant(vintem)
    const idempotencyKey = newIdempotencyKey()
    const created = await merchant.request("POST", "/v1/webhook_endpoints", ENDPOINT, { idempotencyKey })
    const { id } = expectStatus(created, 201)
    const rotated = await merchant.request("POST", `/v1/webhook_endpoints/${id}/rotate_secret`, { expire_old_in: 86_400 })
    const url = "https://crm.example/vintem"
    const { json: integration } = await vintem.cli(
      ...["integrations", "create", "--mode", "test", "--account", merchant.account, "--url", url, "--json"],
    )
    const { id: customer } = await newCustomer(merchant)
    const saved = expectStatus(
      await merchant.request("POST", "/v1/payment_methods", { customer, token: (await newToken(merchant)).id }),
      201,
    )
    const token = await newToken(merchant)
    const paid = await payOne(merchant)
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: paid.id }), 201)
    // Their mails are sealed too.
    await until(async () => (await mode().database.one(pendingMail, {})) === undefined)
    // Releases before this one sealed CVCs under the ring.
    const { database, ring } = mode()
    const card = (await database.one(anyCard, {}))!
    const { id: attempt } = (await database.one(anyAttempt, {}))!
    await database.transaction(async (tx) => {
      await tx.run(putCvc, { id: card.id, sealed: await ring.seal(tx, "123", `${card.id} cvc`) })
      await sealFiles(tx, { account: merchant.account, customer, refund: refund.id, attempt }, (text, id) =>
        ring.seal(tx, text, id),
      )
    })
    const live = vintem.server.modes.live!
    const credentials = { kind: cielo, members: { merchant_id: randomUUID(), merchant_key: "k".repeat(40), mpi: MPI } }
    const of = { account: merchant.account, now: 1, ring: live.ring }
    await live.database.transaction((tx) => setCredentials(tx, of, credentials))
    const secrets = { endpoint: id, current: expectStatus(rotated, 200).secret, old: created.body.secret }
    const holder = ["--account", merchant.account, "--holder-document", "11222333000181"]
    expect((await vintem.cli("accounts", "update", ...holder)).status).to.equal(0)
    const bank = ["--account", merchant.account, "--mode", "test", "--pix-key", "11222333000181"]
    expect((await vintem.cli("bank-account", "set", ...bank)).status).to.equal(0)
    return { merchant, idempotencyKey, created, integration, customer, saved, token, secrets }
  }

  it("rewraps every sealed value there is, in each mode, and says so", async () => {
    const { merchant, idempotencyKey, created, integration, customer, saved, token, secrets } = await sealEverything()
    const before = await findSealed(mode())
    const places = [...before, ...(await findSealed(vintem.server.modes.live!))].map(({ place }) => place)
    expect([...new Set(places)], "the columns with sealed values").to.have.members(SEALED_PLACES)
    const liveKeys = await ringOf(vintem.server.modes.live!)

    const { json, stderr } = await rotate()
    const [test, live] = json
    expect(stderr).to.contain(`test: ${test.key} seals from now on.`)
    expect([test.mode, live.mode, live.retired]).to.deep.equal(["test", "live", liveKeys])
    expect(await ringOf(mode())).to.deep.equal([test.key])
    expect(await ringOf(vintem.server.modes.live!)).to.deep.equal([live.key])
    const counts = Object.fromEntries(
      SEALED_PLACES.map((place) => place.split(".")[0]!).map((table) => [
        table,
        before.filter(({ place }) => place.startsWith(`${table}.`)).length,
      ]),
    )
    expect(test).to.deep.include({ rewrapped: counts, unreadable: [] })
    const after = await findSealed(mode())
    expect(new Set(after.map(({ key }) => key))).to.deep.equal(new Set([test.key]))
    expect(after).to.have.lengthOf(before.length)

    const replay = await merchant.request("POST", "/v1/webhook_endpoints", ENDPOINT, { idempotencyKey })
    expect(replay.text).to.equal(created.text)
    const opened = new Map<string, string>()
    for (const each of after) opened.set(`${each.place} ${each.row.id}`, await openSealed(mode(), each))
    expect(opened.get(`webhook_endpoints.sealed_secret ${secrets.endpoint}`)).to.equal(secrets.current)
    expect(opened.get(`webhook_endpoints.sealed_old_secret ${secrets.endpoint}`)).to.equal(secrets.old)
    expect(opened.get(`integrations.sealed_secret ${integration.id}`)).to.equal(integration.secret)
    for (const method of [saved.id, token.id]) {
      const intent = await newIntent(merchant, { customer })
      expect(expectStatus(await confirm(merchant, intent.id, method), 200).status).to.equal("succeeded")
    }
  })

  it("knows every column whose name says that it is sealed", () => {
    const named = mainTables().flatMap(({ name, columns }) => Object.keys(columns).map((column) => `${name}.${column}`))
    expect(SEALED_PLACES).to.include.members(named.filter((place) => place.includes(".sealed_")))
  })

  it("has an entry in the audit log of each mode, which names the new key", async () => {
    const { json } = await rotate()
    const { json: entries } = await vintem.cli("audit", "list", "--limit", "2", "--json")
    const shown = entries.map(({ action, target, account, outcome }: Json) => [action, target, account, outcome])
    expect(shown).to.have.deep.members(json.map(({ key }: Json) => ["encryption.rotate", key, null, "done"]))
  })

  it("loses nothing that a server writes meanwhile", async () => {
    const merchants = await Promise.all([1, 2, 3].map(() => newMerchant(vintem)))
    const secrets = new Map<string, string>()
    let isDone = false
    const work = async (merchant: Merchant) => {
      const { id: customer } = await newCustomer(merchant)
      for (let n = 0; !isDone || n < 4; n++) {
        const endpoint = expectStatus(await merchant.request("POST", "/v1/webhook_endpoints", ENDPOINT), 201)
        const path = `/v1/webhook_endpoints/${endpoint.id}`
        const rotated = await merchant.request("POST", `${path}/rotate_secret`, { expire_old_in: 3600 })
        secrets.set(endpoint.id, expectStatus(rotated, 200).secret)
        const token = await newToken(merchant)
        expectStatus(await merchant.request("POST", "/v1/payment_methods", { customer, token: token.id }), 201)
        if (n % 5 !== 4) continue
        expectStatus(await merchant.request("DELETE", path), 200)
        secrets.delete(endpoint.id)
      }
    }
    const working = Promise.all(merchants.map(work))
    for (let n = 0; n < 3; n++) expect((await rotate()).status).to.equal(0)
    isDone = true
    await working
    expect((await rotate()).status).to.equal(0)
    const sealed = await findSealed(mode())
    const opened = new Map<string, string>()
    for (const each of sealed) {
      const text = await openSealed(mode(), each)
      if (each.place === "webhook_endpoints.sealed_secret") opened.set(each.row.id!, text)
    }
    for (const [id, secret] of secrets) expect(opened.get(id), id).to.equal(secret)
    expect(await ringOf(mode())).to.have.lengthOf(1)
  })

  it("rewraps a secret that is replaced, and so copied to the old one's column, between its reading and its writing", async () => {
    const merchant = await newMerchant(vintem)
    const { id, secret } = expectStatus(await merchant.request("POST", "/v1/webhook_endpoints", ENDPOINT), 201)
    const { database, ring } = mode()
    await database.transaction((tx) => ring.addKey(tx))
    let isNext = false
    const watched: typeof database = {
      ...database,
      transaction: async (work) => {
        const replaces = isNext
        isNext = false
        if (replaces) await merchant.request("POST", `/v1/webhook_endpoints/${id}/rotate_secret`, { expire_old_in: 3600 })
        return database.transaction(work)
      },
    }
    const isBefore = SEALED_TABLES[SEALED_TABLES.findIndex(({ table }) => table === webhookEndpoints) - 1]!.table.name
    let rotations = 0
    const onProgress = ({ table }: { table: string }) => {
      if (table === isBefore && rotations++ === 0) isNext = true
    }
    const { key } = (await rotateKeys([{ database: watched, ring, onProgress }]))[0]!
    const sealed = (await findSealed(mode())).find(({ place, row }) => place.endsWith("sealed_old_secret") && row.id === id)!
    expect([sealed.key, await openSealed(mode(), sealed)]).to.deep.equal([key, secret])
  })

  it("can run twice at once", async () => {
    await sealEverything()
    const [one, two] = await Promise.all([rotateHere(), rotateHere()])
    const [left, ...others] = await ringOf(mode())
    expect([left === one.id || left === two.id, others]).to.deep.equal([true, []])
    for (const each of await findSealed(mode())) {
      expect(each.key).to.equal(left)
      await openSealed(mode(), each)
    }
  })

  it("seals with the newest key, also where the host that added it has a clock that is behind", async () => {
    const { now } = Date
    Date.now = () => now() + 3_600_000
    const { id: ahead } = await rotateHere().finally(() => {
      Date.now = now
    })
    const [test] = (await rotate()).json
    expect(test.key < ahead, "the new id sorts before the old one").to.equal(true)
    expect(await ringOf(mode())).to.deep.equal([test.key])
  })

  it("adds no key where a process starts afterwards", async () => {
    const before = await ringOf(mode())
    const database = connect(vintem.databases.env.TEST_DATABASE_URL!, false)
    await openKeyRing(database, Buffer.from(vintem.databases.env.ENCRYPTION_KEY!, "base64"))
    await database.close()
    expect(await ringOf(mode())).to.deep.equal(before)
  })

  it("takes a newer key where one is added, and the older one deleted, while a transaction is about to seal", async () => {
    const { database, ring } = mode()
    const [before] = await ringOf(mode())
    const id = newId("int")
    let rotating: ReturnType<typeof rotateHere> | undefined
    await database.transaction(async (tx) => {
      const interrupted = {
        ...tx,
        one: async (...args: Parameters<typeof tx.one>) => {
          const row = await tx.one(...args)
          if (rotating === undefined && kind === "postgres") {
            rotating = rotateHere()
            await until(async () => (await ringOf(mode())).length === 2)
          }
          return row
        },
      } as typeof tx
      const sealed = await ring.seal(interrupted, "secret", id)
      expect(sealed.split(".")[1] === before).to.equal(kind === "sqlite")
      await tx.run(insertIntegration, { id, account: vintem.account, sealed })
    })
    await (rotating ?? rotateHere())
    const [left] = await ringOf(mode())
    const sealed = (await findSealed(mode())).find(({ row }) => row.id === id)!
    expect([sealed.key, await openSealed(mode(), sealed)]).to.deep.equal([left, "secret"])
  })

  if (kind === "postgres") {
    it("waits for a transaction that seals with the older key", async () => {
      const { database, ring } = mode()
      const id = newId("int")
      const held = Promise.withResolvers<void>()
      const isSealed = Promise.withResolvers<void>()
      const writing = database.transaction(async (tx) => {
        await tx.run(insertIntegration, { id, account: vintem.account, sealed: await ring.seal(tx, "secret", id) })
        isSealed.resolve()
        await held.promise
      })
      await isSealed.promise
      const rotating = rotateHere()
      await until(async () => (await database.all(waitsForRing, {})).length > 0)
      expect(await ringOf(mode())).to.have.lengthOf(2)
      held.resolve()
      await writing
      const { key } = await rotating
      const sealed = (await findSealed(mode())).find(({ row }) => row.id === id)!
      expect([sealed.key, await ringOf(mode())]).to.deep.equal([key, [key]])
    })
  }

  it("names a value that cannot be opened, keeps its key, and deletes it once the value is repaired", async () => {
    const { database, ring } = mode()
    const id = newId("int")
    await database.transaction(async (tx) => {
      await tx.run(insertIntegration, { id, account: vintem.account, sealed: await ring.seal(tx, "secret", "another row") })
    })
    const [old] = await ringOf(mode())
    const { status, stdout, stderr } = await rotate()
    const [test] = JSON.parse(stdout)
    expect([status, test.retired, test.unreadable.length]).to.deep.equal([1, [], 1])
    expect(stderr).to.contain(`test: integrations.sealed_secret of ${vintem.account} ${id} (under ${old}): The value was changed`)
    expect(stderr).to.match(/vintem: Values that cannot be opened: 1\..*\n$/)
    expect(await ringOf(mode())).to.deep.equal([old, test.key])

    await database.transaction(async (tx) => {
      await tx.run(putSecret, { id, sealed: await ring.seal(tx, "secret", id) })
    })
    expect((await rotate()).json[0].retired).to.have.members([old, test.key])
  })
})

// Searching and sorting by name does not depend on the locale of the database.
import { randomBytes } from "node:crypto"
import { expect } from "chai"
import { createAccount, pageOfAccounts } from "../../src/accounts/accounts.ts"
import { createCustomer, listCustomersNamed, updateCustomer } from "../../src/customers/customers.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { foldNames } from "../../src/jobs/fold-names.ts"
import { emptyDatabase, kind } from "../support/databases/databases.ts"
import { administer, databaseUrl } from "../support/databases/postgres.ts"
import { sql } from "../support/databases/sql.ts"

/** In the order in which they must be found. */
const NAMES = [
  "100% Ímpar",
  "Alvaro",
  "Álvaro",
  "ana",
  "ANA MARIA",
  "Ana María",
  "Ana Maria Braga",
  "Angela",
  "ÂNGELA CONCEIÇÃO",
  "Ångström",
  "Çelik",
  "Đặng Thị Hà",
  "ilker",
  "İLKER KAYA",
  "Irmak",
  "ırmak",
  "Łukasz",
  "ŁUKASZ Ż",
  "Łukasz ż",
  "Øystein",
  "STRASSE",
  "Straße",
  "Zoë",
  "Ζεύς",
  "ΖΕΥΣ Α",
  "Юлия",
  "王",
  "🥖 Padaria",
]

const SEARCHES: Record<string, string[]> = {
  álvaro: ["Alvaro", "Álvaro"],
  ANA: ["ana", "ANA MARIA", "Ana María", "Ana Maria Braga"],
  "ana mária": ["ANA MARIA", "Ana María", "Ana Maria Braga"],
  ângela: ["Angela", "ÂNGELA CONCEIÇÃO"],
  i: ["ilker", "İLKER KAYA", "Irmak", "ırmak"],
  I: ["ilker", "İLKER KAYA", "Irmak", "ırmak"],
  İlker: ["ilker", "İLKER KAYA"],
  lukasz: ["Łukasz", "ŁUKASZ Ż", "Łukasz ż"],
  dang: ["Đặng Thị Hà"],
  straß: ["STRASSE", "Straße"],
  ζευσ: ["Ζεύς", "ΖΕΥΣ Α"],
  ЮЛ: ["Юлия"],
  王: ["王"],
  "🥖": ["🥖 Padaria"],
  "100%": ["100% Ímpar"],
  "%": [],
  _: [],
  "\u{10ffff}": [],
}

/** The locales of databases on Postgres. The Turkish one has another lower case of I. */
const LOCALES: Record<string, string> =
  kind === "sqlite"
    ? { SQLite: "" }
    : {
        "Postgres with the locale C": "LOCALE_PROVIDER libc LOCALE 'C'",
        "Postgres with the locale en-US of ICU": "LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'",
        "Postgres with the locale tr-TR of ICU": "LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LOCALE 'C'",
      }

async function databaseWith(locale: string): Promise<{ url: string; remove(): Promise<void> }> {
  if (kind === "sqlite") return emptyDatabase()
  const postgres = process.env.TEST_POSTGRES_URL!
  const name = `vintem_${randomBytes(8).toString("hex")}`
  await administer(postgres, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' ${locale}`)
  return {
    url: databaseUrl(postgres, name),
    remove: () => administer(postgres, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

for (const [title, locale] of Object.entries(LOCALES))
  describe(`Names on ${title}`, () => {
    let database: Database
    let close: () => Promise<void>
    const SCOPE = { account: "acct_1", now: 1, mode: { eventListeners: [] } } as unknown as Parameters<typeof createCustomer>[1]
    before(async () => {
      const { url, remove } = await databaseWith(locale)
      await migrateDatabase(url, false)
      database = connect(url, false)
      close = async () => {
        await database.close()
        await remove()
      }
      await database.transaction(async (tx) => {
        await createAccount(tx, { now: () => 1000 }, "Loja", "acct_1")
        // The order of creation is another one.
        for (const name of [...NAMES].sort(() => 1).reverse()) {
          await createCustomer(tx, SCOPE, { email: "ana@example.com", name })
          await createAccount(tx, { now: () => 1000 }, name)
        }
      })
    })
    after(() => close())

    const customers = async (text: string) =>
      (await listCustomersNamed(database, { account: "acct_1" }, text, 100)).map(({ name }) => name)

    it("of customers are sorted by their letters, without case and marks", async () => {
      expect(await customers("")).to.deep.equal(NAMES)
    })

    it("of customers are found by their beginning, without case and marks", async () => {
      for (const [text, names] of Object.entries(SEARCHES)) expect(await customers(text), text).to.deep.equal(names)
    })

    it("of customers are found again after a change, and no longer by the old name", async () => {
      const { id } = await database.transaction((tx) => createCustomer(tx, SCOPE, { email: "ana@example.com", name: "Quitéria" }))
      const rename = (name: string | null) => database.transaction((tx) => updateCustomer(tx, SCOPE, id, { name }))
      await rename("Quiteria")
      expect(await customers("quitéria"), "the same letters").to.deep.equal(["Quiteria"])
      await rename("Raïssa")
      expect([await customers("quit"), await customers("rais")]).to.deep.equal([[], ["Raïssa"]])
      await rename(null)
      expect(await customers("rais")).to.deep.equal([])
    })

    it("of the greatest length are found, also where their letters become longer without marks", async () => {
      for (const name of ["ﷺ".repeat(255), `A${"🥖".repeat(254)}`, "ß".repeat(255)]) {
        await database.transaction((tx) => createCustomer(tx, SCOPE, { email: "ana@example.com", name }))
        expect((await customers(name)).includes(name)).to.equal(true)
      }
    })

    it("of accounts are sorted and found in the same way, page by page and back", async () => {
      const page = async (text: string, cursor: object = {}, limit = 100) =>
        (await pageOfAccounts(database, text, { ...cursor, limit })).rows
      const all = await page("")
      expect(all.map(({ name }) => name).filter((name) => name !== "Loja")).to.deep.equal(NAMES)
      for (const [text, names] of Object.entries(SEARCHES))
        expect(
          (await page(text)).map(({ name }) => name),
          text,
        ).to.deep.equal(names)
      for (const at of [0, 9, all.length - 1]) {
        expect(await page("", { starting_after: all[at]!.id })).to.deep.equal(all.slice(at + 1))
        expect(await page("", { ending_before: all[at]!.id })).to.deep.equal(all.slice(0, at))
      }
    })

    it("that a process of the previous version has written are found once a worker has folded them", async () => {
      const write = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
      const { id } = await database.transaction((tx) => createCustomer(tx, SCOPE, { email: "ana@example.com", name: "Wagner" }))
      await write(`UPDATE customers SET name = 'Wânda', name_folded = NULL WHERE id = '${id}'`)
      await write("INSERT INTO accounts (id, name, created) VALUES ('acct_2', 'Wânda Flores', 1)")
      expect(await customers("w")).to.deep.equal([])
      let transactions = 0
      const counted = {
        one: database.one.bind(database),
        transaction: (...given: Parameters<Database["transaction"]>) => {
          transactions++
          return database.transaction(...given)
        },
      } as Database
      for (let seconds = 0; seconds < 2; seconds++) await foldNames.run({ database: counted })
      expect(await customers("wanda")).to.deep.equal(["Wânda"])
      expect((await pageOfAccounts(database, "wanda", { limit: 100 })).rows.map(({ name }) => name)).to.deep.equal([
        "Wânda Flores",
      ])
      expect(transactions, "none in the second in which there was nothing to fold").to.equal(1)
    })
  })

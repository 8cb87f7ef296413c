import { randomBytes } from "node:crypto"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { type Spawned, spawnVintem } from "../../test/support/app/vintem.ts"
import { type Bank, openBank } from "../../test/support/banks/bank.ts"
import { payOne, until } from "../../test/support/merchants/merchant.ts"
import { newIntent, newToken } from "../../test/support/merchants/payments.ts"
import {
  archiveAll,
  backUp,
  type Cluster,
  crash,
  createCluster,
  destroy,
  makeDirectory,
  type Postgres,
  postgresFrom,
  query,
  restore,
} from "./cluster.ts"
import { documented } from "./page.ts"

type Place = { postgres: Postgres; directory: string; archive: string; encryptionKey: string; bank: Bank }
type Shop = { account: string; key: string }
/** The payments that were acknowledged before the target time, and those that the restore forgets. */
type Story = { shop: Shop; before: string[]; inFlight: string; target: string; after: string[]; refunded: string }

/** Performs the drill in an empty directory, with the Postgres in `bin`. Throws if a result is wrong. */
export async function drill(bin: string, work: string): Promise<void> {
  const postgres = postgresFrom(bin)
  const directory = join(work, "vintem")
  mkdirSync(directory)
  const archive = makeDirectory(postgres, join(work, "archive"))
  const encryptionKey = randomBytes(32).toString("base64")
  const place: Place = { postgres, directory, archive, encryptionKey, bank: openBank(join(work, "bank.sqlite")) }

  const cluster = await createCluster(postgres, join(work, "data"), archive)
  const backup = join(work, "backup")
  let story: Story
  try {
    await query(cluster.url("postgres"), "CREATE DATABASE vintem")
    await migrateDatabase(cluster.url("vintem"), false)
    story = await live(place, cluster, backup)
    await archiveAll(cluster)
  } finally {
    await crash(postgres, cluster)
    destroy(cluster)
  }
  console.log("The database is destroyed.")

  const restored = await restore(postgres, backup, archive, story.target)
  try {
    console.log(`Restored to ${story.target}.`)
    await query(restored.url("vintem"), ...documented("ask-first"))
    await checkForgotten(place, restored, story)
    await checkService(place, restored, story)
  } finally {
    await crash(postgres, restored)
    place.bank.close()
  }
  console.log("The drill has succeeded.")
}

/** Takes payments, and makes a backup meanwhile. At the target time, one payment is at the acquirer, which has not answered. */
async function live(place: Place, cluster: Cluster, backup: string): Promise<Story> {
  const first = await startOn(place, cluster)
  const shop = { account: first.account, key: first.key }
  const before = [await pay(first), await pay(first)]
  const [how] = await Promise.all([backUp(place.postgres, cluster, backup), pay(first).then((id) => before.push(id))])
  console.log(`A base backup was made with ${how}, while payments went on.`)
  for (let count = 0; count < 5; count++) before.push(await pay(first))
  const refunded = before[0]!
  place.bank.set("refund", "refused")
  await first.request("POST", "/v1/refunds", { payment_intent: refunded })
  place.bank.heal()

  const intent = await newIntent(first)
  const token = await newToken(first)
  const calls = () => place.bank.calls(shop.account, "authorize")
  const callsBefore = calls()
  place.bank.set("authorize", "held")
  const paying = first.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
  await until(async () => calls() > callsBefore)
  const [row] = await query(cluster.url("vintem"), "SELECT now()::text AS target")
  console.log(`${before.length} payments were acknowledged, and one is at the acquirer, at ${row!.target}.`)
  await pause(1000)

  place.bank.heal()
  await paying
  await until(async () => (await statusOf(first, intent.id)) === "succeeded")
  const after = [await pay(first), await pay(first), await pay(first)]
  await first.request("POST", "/v1/refunds", { payment_intent: refunded })
  await until(async () => place.bank.refunds(shop.account).length === 1)
  await first.kill()
  console.log(`After that, it was made, ${after.length} more were paid and one was refunded.`)
  return { shop, before, inFlight: intent.id, target: row!.target, after, refunded }
}

/** The page's queries find what the acquirer did after the target time. */
async function checkForgotten({ bank }: Place, cluster: Cluster, { shop, before, after }: Story): Promise<void> {
  const sales = bank.sales(shop.account)
  const found = await compare(
    cluster,
    "forgotten-sales",
    "reported_sales",
    sales.map(({ reference, amount }) => [reference, amount]),
  )
  // Oldest first: those from before, the one in flight, those from after.
  const expected = sales.slice(-after.length).map(({ reference }) => reference)
  mustEqual("the sales that were forgotten", found, expected)
  mustEqual("the sales at the acquirer", [String(sales.length)], [String(before.length + 1 + after.length)])
  const refunds = bank.refunds(shop.account).map(({ charge, amount }): [string, number] => [charge, amount])
  const forgotten = await compare(cluster, "forgotten-refunds", "reported_refunds", refunds)
  mustEqual("the refunds that were forgotten", forgotten, [sales[0]!.charge])
  console.log(`The queries found ${found.length} sales and ${forgotten.length} refund that Vintém has forgotten.`)
}

/** Compares the database with the acquirer's report, with a query of the page. Returns the first column of the result. */
async function compare(cluster: Cluster, name: string, table: string, report: [string, number][]): Promise<string[]> {
  const [create, select] = documented(name)
  const rows = report.map(([id, amount]) => `('${id}', ${amount})`).join(", ")
  const found = await query(cluster.url("vintem"), create!, `INSERT INTO ${table} VALUES ${rows}`, select!)
  return found.map((row) => String(Object.values(row)[0]))
}

/** Checks that the service starts on the restored database, has all acknowledged payments, and does nothing twice. */
async function checkService(place: Place, cluster: Cluster, story: Story): Promise<void> {
  const sales = place.bank.sales(story.shop.account)
  const vintem = await startOn(place, cluster, story.shop)
  try {
    await until(async () => (await statusOf(vintem, story.inFlight)) === "succeeded")
    const statuses = (ids: string[]) => Promise.all(ids.map((id) => statusOf(vintem, id)))
    mustEqual(
      "payments from before",
      await statuses(story.before),
      story.before.map(() => "succeeded"),
    )
    mustEqual(
      "payments from after",
      await statuses(story.after),
      story.after.map(() => "payment_intent_not_found"),
    )
    const references = (all: typeof sales) => all.map(({ reference }) => reference)
    mustEqual("the acquirer's sales", references(place.bank.sales(story.shop.account)), references(sales))
    mustEqual("a new payment", await statuses([await pay(vintem)]), ["succeeded"])
    console.log("The service runs on the restored database. The payment in the middle was found, and not made twice.")
  } finally {
    await vintem.kill()
  }
}

function startOn({ directory, encryptionKey, bank }: Place, cluster: Cluster, merchant?: Shop): Promise<Spawned> {
  const env = { DATA_DIR: directory, ENCRYPTION_KEY: encryptionKey, TEST_DATABASE_URL: cluster.url("vintem") }
  const databases = { directory, env, remove: async () => {} }
  return spawnVintem({ VINTEM_TEST_BANK: bank.file }, { databases, merchant })
}

const pay = async (vintem: Spawned): Promise<string> => (await payOne(vintem)).id

async function statusOf(vintem: Spawned, intent: string): Promise<string> {
  const { status, body } = await vintem.request("GET", `/v1/payment_intents/${intent}`)
  return status === 200 ? body.status : body.error.code
}

function mustEqual(what: string, seen: string[], expected: string[]): void {
  if (JSON.stringify(seen) !== JSON.stringify(expected))
    throw new Error(`${what}: ${seen.join(", ")} instead of ${expected.join(", ")}`)
}

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { load } from "js-yaml"
import { createAccount, listAccounts } from "../src/accounts/accounts.ts"
import { createKey, findCaller } from "../src/accounts/keys.ts"
import { scopeOf } from "../src/accounts/scope.ts"
import { recordDone } from "../src/audit/log.ts"
import { makePrivate, makePrivateFile } from "../src/base/files.ts"
import { createPlan } from "../src/billing/plans.ts"
import { createProduct, setPrice } from "../src/billing/products.ts"
import { currentActor } from "../src/cli/shared/actor.ts"
import { CONTRACT_FILE } from "../src/contract/contract.ts"
import { createCustomer } from "../src/customers/customers.ts"
import type { Mode } from "../src/modes/wiring.ts"

/** The keys and ids of the demo account, as stored in demo-keys.json. */
export type Demo = {
  account: string
  secret_key: string
  publishable_key: string
  customer: string
  product: string
  recurring_product: string
  plan: string
}

const FILE = "demo-keys.json"

type Contract = { components: { parameters: Record<"CustomerId" | "ProductId", { example: string }> } }

/** The ids in the examples of openapi.yaml. In a new database the demo account gets these ids, so the samples run as printed. */
function exampleIds() {
  const { CustomerId, ProductId } = (load(readFileSync(CONTRACT_FILE, "utf8")) as Contract).components.parameters
  return { customer: CustomerId.example, recurring_product: ProductId.example }
}

const CUSTOMER = {
  email: "demo@example.com",
  name: "Cliente Demonstração",
  phone: "+5511999990000",
  document: { type: "cpf" as const, number: "123.456.789-09" },
  address: {
    line1: "Avenida Paulista",
    number: "1578",
    district: "Bela Vista",
    city: "São Paulo",
    state: "SP",
    postal_code: "01310-200",
  },
}

/**
 * Creates the demo account in test mode, with keys, a customer, a product and a recurring product. If demo-keys.json in DATA_DIR matches
 * the database, returns the existing account.
 */
export async function seed(mode: Mode): Promise<Demo> {
  const file = join(mode.config.dataDir, FILE)
  makePrivate(file)
  const known = knownDemo(mode.config.dataDir)
  if (known && (await findCaller(mode.database, mode.ring, known.secret_key, mode.livemode))) return known
  const demo = await create(mode)
  makePrivateFile(file)
  writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`)
  return demo
}

async function create(mode: Mode): Promise<Demo> {
  const examples = exampleIds()
  return mode.database.transaction(async (tx) => {
    const ids: Partial<typeof examples> = (await listAccounts(tx)).length === 0 ? examples : {}
    const { id: account } = await createAccount(tx, mode.clock, "Demo")
    const scope = await scopeOf(tx, mode, account)
    const secret = await createKey(tx, mode, { account, kind: "secret", name: "Demo server" })
    const publishable = await createKey(tx, mode, { account, kind: "publishable", name: "Demo browser" })
    const customer = await createCustomer(tx, scope, CUSTOMER, { id: ids.customer })
    const product = await createProduct(tx, scope, { name: "Curso de fotografia" })
    await setPrice(tx, scope, product.id, 4990, "brl")
    const club = await createProduct(tx, scope, { name: "Clube de fotografia" }, ids.recurring_product)
    await setPrice(tx, scope, club.id, 2990, "brl")
    const monthly = { product: club.id, name: "Mensal", interval: "MONTH", interval_count: 1, trial_days: 7 } as const
    const plan = await createPlan(tx, scope, monthly)
    const by = currentActor()
    await recordDone(tx, by, { action: "account.create", account, target: account })
    for (const { id } of [secret, publishable]) await recordDone(tx, by, { action: "key.create", account, target: id })
    await recordDone(tx, by, { action: "plan.create", account, target: plan.id })
    return {
      account,
      secret_key: secret.key,
      publishable_key: publishable.key,
      customer: customer.id,
      product: product.id,
      recurring_product: club.id,
      plan: plan.id,
    }
  })
}

/** Returns what demo-keys.json in a data directory says, or undefined where there is none. */
export function knownDemo(dataDir: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), "utf8"))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

import { type Command, InvalidArgumentError } from "commander"
import type { ModeName } from "../base/mode-name.ts"
import { INTERVALS, type Interval } from "../billing/calendar.ts"
import {
  createPlan,
  findPlanAnywhere,
  listPlans,
  MAX_DAYS_AHEAD,
  type PlanChange,
  presentPlan,
  updatePlan,
} from "../billing/plans.ts"
import { accountOfProduct } from "../billing/products.ts"
import type { PlanRow } from "../billing/tables.ts"
import type { Queries } from "../db/database.ts"
import { actOn } from "./shared/act.ts"
import { accountIn, namesOf, print, readMode, readName, table, withModes } from "./shared/operator.ts"

type CreateOptions = {
  mode?: ModeName
  account?: string
  product: string
  name: string
  interval: Interval
  count: number
  trialDays: number
  daysAhead: number
  json?: boolean
}

type UpdateOptions = {
  name?: string
  interval?: Interval
  count?: number
  trialDays?: number
  daysAhead?: number
  active?: boolean
  inactive?: boolean
  json?: boolean
}

export function planCommands(vintem: Command): void {
  const plans = vintem.command("plans").description("Manage plans. A product with an active plan is sold by subscription.")

  plans
    .command("create")
    .description("Create a plan, which makes a product recurring. Existing subscriptions keep their terms.")
    .option("--mode <mode>", "test or live; optional", readMode)
    .requiredOption("--product <id>", "prd_…")
    .requiredOption("--name <name>", "the name of the plan", readName)
    .requiredOption("--interval <interval>", INTERVALS.join(", "), readInterval)
    .option("--count <number>", "how many intervals make a period", readWhole(1, 365), 1)
    .option(
      "--trial-days <number>",
      "days until the next charge; the payment that starts the subscription is charged at once",
      readDays,
      0,
    )
    .option("--days-ahead <number>", "how many days before a period its PIX or boleto is made", readAhead, 0)
    .option("--account <id>", "the account; optional")
    .option("--json", "print one JSON value")
    .action(create)

  plans
    .command("list")
    .description("List the plans of an account, newest first, in both modes or in one.")
    .option("--mode <mode>", "test or live", readMode)
    .option("--account <id>", "the account; optional if there is only one")
    .option("--json", "print one JSON value")
    .action(list)

  updateCommand(plans)

  plans
    .command("deactivate")
    .description(
      "Deactivate a plan. Payments that are confirmed from now on do not start subscriptions to it. Existing ones continue.",
    )
    .argument("<id>", "plan_…")
    .option("--json", "print one JSON value")
    .action((id: string, { json }: { json?: boolean }) => change("plan.deactivate", id, { is_active: false }, json))
}

function updateCommand(plans: Command): void {
  plans
    .command("update")
    .description(
      "Change a plan, for payments that are confirmed from now on. Existing subscriptions, and payments that were confirmed before, keep their terms.",
    )
    .argument("<id>", "plan_…")
    .option("--name <name>", "the name of the plan", readName)
    .option("--interval <interval>", `${INTERVALS.join(", ")}; together with --count`, readInterval)
    .option("--count <number>", "how many intervals make a period; together with --interval", readWhole(1, 365))
    .option("--trial-days <number>", "days until the next charge, or none", readTrial)
    .option("--days-ahead <number>", "how many days before a period its PIX or boleto is made", readAhead)
    .option("--active", "activate the plan; a product has one active plan at most")
    .option("--inactive", "deactivate the plan")
    .option("--json", "print one JSON value")
    .action((id: string, { json, ...options }: UpdateOptions, command: Command) => {
      const { interval, count, active, inactive } = options
      if (Object.keys(options).length === 0) command.error("error: give at least one change")
      if ((interval === undefined) !== (count === undefined)) command.error("error: give --interval and --count together")
      if (active && inactive) command.error("error: give either --active or --inactive")
      return change("plan.update", id, changeOf(options), json)
    })
}

function changeOf({ name, interval, count: interval_count, active, inactive, ...days }: UpdateOptions): PlanChange {
  const { trialDays: trial_days, daysAhead: days_ahead } = days
  return {
    ...(name !== undefined && { name }),
    ...(interval !== undefined && { interval, interval_count }),
    ...(trial_days !== undefined && { trial_days }),
    ...(days_ahead !== undefined && { days_ahead }),
    ...((active || inactive) && { is_active: active === true }),
  }
}

async function create({ mode, account, json, ...options }: CreateOptions): Promise<void> {
  await withModes(async (modes) => {
    const { product: id, interval, count: interval_count, trialDays: trial_days, daysAhead: days_ahead } = options
    const find = async (db: Queries) => {
      const owner = await accountOfProduct(db, id)
      return owner && (account ?? owner) === owner ? { account: owner } : undefined
    }
    const { done } = await actOn(
      modes,
      { mode, action: "plan.create", creates: true, id, missing: `No such product: '${id}'.`, find },
      (tx, scope) => createPlan(tx, scope, { product: id, name: options.name, interval, interval_count, trial_days, days_ahead }),
    )
    print(json, presentPlan(done), () => `${done.id}: ${describe(done)}`)
  })
}

async function list({ mode: name, account: id, json }: { mode?: ModeName; account?: string; json?: boolean }): Promise<void> {
  await withModes(async (modes) => {
    const plans: PlanRow[] = []
    for (const each of namesOf(modes, name)) {
      const { mode, account } = await accountIn(modes, each, id)
      plans.push(...(await listPlans(mode.database, account.id)))
    }
    print(json, plans.map(presentPlan), () =>
      table(
        plans.map((plan) => [plan.id, plan.product, plan.name, describe(plan)]),
        "No plans.",
      ),
    )
  })
}

async function change(
  action: "plan.update" | "plan.deactivate",
  id: string,
  wanted: PlanChange,
  json: boolean | undefined,
): Promise<void> {
  await withModes(async (modes) => {
    const missing = `No such plan: '${id}'. List them with: vintem plans list`
    const { done } = await actOn(modes, { action, id, missing, find: findPlanAnywhere }, (tx, _, plan) =>
      updatePlan(tx, plan, wanted),
    )
    const { plan } = done
    print(json, presentPlan(plan), () => `${plan.id}: ${describe(plan)}`)
  })
}

function describe({ interval, interval_count, trial_days, days_ahead, is_active }: PlanRow): string {
  const every = `every ${interval_count === 1 ? "" : `${interval_count} `}${interval}`
  const trial = trial_days > 0 ? `, ${trial_days} days of trial` : ""
  const ahead = days_ahead > 0 ? `, codes ${days_ahead} days ahead` : ""
  return `${every}${trial}${ahead}, ${is_active ? "active" : "inactive"}`
}

function readInterval(text: string): Interval {
  const interval = INTERVALS.find((known) => known === text)
  if (interval) return interval
  throw new InvalidArgumentError(`Must be one of ${INTERVALS.join(", ")}.`)
}

const readDays = readWhole(0, 730)
const readAhead = readWhole(0, MAX_DAYS_AHEAD)
const readTrial = (text: string) => (text === "none" ? 0 : readDays(text))

function readWhole(min: number, max: number) {
  return (text: string) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`)
  }
}

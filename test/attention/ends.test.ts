import { expect } from "chai"
import { ATTENTION_KINDS, type AttentionItem } from "../../src/attention/item.ts"
import { listAttention } from "../../src/attention/list.ts"
import type { ModeName } from "../../src/base/mode-name.ts"
import { allOf } from "../../src/http/mode.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { noteLost } from "../../src/payments/refunds/lost.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { unescapeHtml } from "../support/bytes/html.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { ageLeases } from "../support/databases/leases.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { retrieve } from "../support/merchants/rails.ts"
import { AMOUNTS } from "./ends/amounts.ts"
import type { Case, World } from "./ends/case.ts"
import { OUTCOMES } from "./ends/outcomes.ts"
import { WORK } from "./ends/work.ts"
import { type Scripted, scriptedAcquirer } from "./scripted.ts"

/** Every kind of item in every state in which it can stand. */
const CASES = [...OUTCOMES, ...AMOUNTS, ...WORK]

/** No page of an account ends these: lines of a bank's file, which may be of no account, and what only payments end (test/payouts), what only the operator sets, mails, which need a mail server (test/mail), and accounts of two databases (test/databases). */
const ELSEWHERE = [
  ...["payout_unmatched", "balance_negative", "statement_difference", "statement_refused", "certificate_expiring"],
  ...["mail_failed", "account_claimed_twice"],
]

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** The times that decide about the items, by table. */
const PASSED = [
  ["attempts", "created", "polling_since", "due_at", "missing_since"],
  ["payment_intents", "due_at"],
] as const

type Script = Scripted & { isRemoved?: boolean; isForgotten?: boolean }

/** One item, and what is to end it. */
type Instance = { of: Case; world: World; end: { command: number } | { button: number } }

/** What a payment is once a person has decided about its charge. */
const ENDED = ["succeeded", "canceled"]

const withoutIds = (text: string) => text.replace(/\b(att|re|pi|dp|we|int|wd|csub|ch)_\w+/g, "$1_…")
/** The commands that a message names. The cause of failing work may name others. */
const commandsIn = ({ message }: AttentionItem) =>
  [...message.replace(/ The cause: .*/, "").matchAll(/'vintem ([^']+)'/g)].map(([, command]) => command!)

describe("Each item of the attention list is ended by each command and each button that it names:", function () {
  this.timeout(400_000)
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const scripts = new Map<string, Script>()
  const instances: Instance[] = []
  let vintem: Running
  let operator: Visitor
  let listed: Json[]
  before(async () => {
    const current = (account: string) => scripts.get(account)?.acquirer
    vintem = await startVintem(
      {},
      { live: true, clock, acquirerOf: (account) => (scripts.get(account)?.isForgotten ? undefined : current(account)) },
    )
    Object.assign(vintem.server.modes.live!, {
      routingOf: async (_: unknown, account: string) => {
        const acquirer = scripts.get(account)?.isRemoved ? undefined : current(account)
        return { own: acquirer && { acquirer, drained: false } }
      },
      acquirerOfAttempt: async (_: unknown, { account }: { account: string }) =>
        scripts.get(account)?.isForgotten ? undefined : current(account),
    })
    operator = await signIn(vintem, "ends@example.com", "operator")
    for (const of of CASES)
      for (const mode of of.modes ?? (["test", "live"] as const))
        for (const end of endsOf(of)) instances.push({ of, end, world: await newWorld(mode) })
    await Promise.all(instances.map(({ of, world }) => of.make(world)))
    await pass(20 * MINUTE)
    await Promise.all(instances.map(({ of, world }) => of.later?.(world)))
    for (let days = 0; days < 6; days += 0.75) await pass(0.75 * DAY)
    await moveBack()
    // If the scheduler and a tick have an item at once, the failure of one is forgotten when the other ends, until the next failure.
    for (let more = 0; more < 3 && (await Promise.all(instances.map(itemOf))).includes(undefined); more++) {
      await pass(0.25 * DAY)
      await moveBack()
    }
    listed = (await vintem.cli("attention", "list", "--json")).json
    await change(`UPDATE sessions SET proved_ms = ${Date.now() + 3_600_000}`)
  })
  after(() => vintem.close())

  const endsOf = ({ commands, buttons }: Case): Instance["end"][] => [
    ...commands.map((_, command) => ({ command })),
    ...buttons.map((_, button) => ({ button })),
  ]

  async function newWorld(mode: ModeName): Promise<World> {
    const merchant = await newMerchant(vintem, mode)
    const script: Script = scriptedAcquirer()
    scripts.set(merchant.account, script)
    return {
      ...merchant,
      mode,
      answer: script.answer,
      notify: async (charge, chargeback) =>
        void (await noteNotification(modeOf(mode), { acquirer: "scripted", charge, chargeback })),
      lose: (charge) => noteLost(modeOf(mode), { account: merchant.account, acquirer: "scripted", charge }),
      vintem: async (...args) => run(args),
      forgetAcquirer: () => {
        script.isForgotten = true
      },
      removeAcquirer: () => {
        script.isRemoved = true
      },
    }
  }

  const modeOf = (mode: ModeName) => vintem.server.modes[mode]!

  /** The tables of both modes, whose database's time cannot be advanced. */
  async function change(text: string): Promise<void> {
    for (const { database } of allOf(vintem.server.modes)) await database.transaction((tx) => tx.run(sql<void>(text), {}))
  }

  /** Time passes, and the workers do what is due. */
  async function pass(seconds: number): Promise<void> {
    clock.ahead += seconds
    for (let i = 0; i < 3; i++) {
      for (const { database } of allOf(vintem.server.modes)) await ageLeases(database, seconds * 1000)
      await change(
        "UPDATE attempts SET held_until_ms = 0 WHERE due_at IS NOT NULL AND state NOT IN ('new', 'sent') OR owner IS NULL",
      )
      await vintem.server.tick()
    }
  }

  /** The commands have the time of this machine. So what has happened is moved back, and the clock is right again. */
  async function moveBack(): Promise<void> {
    for (const [table, ...columns] of PASSED)
      await change(`UPDATE ${table} SET ${columns.map((column) => `${column} = ${column} - ${clock.ahead}`).join(", ")}`)
    await change("UPDATE failing_work SET since_ms = since_ms - 600000")
    clock.ahead = 0
  }

  async function run(args: string[]): Promise<void> {
    const { status, stderr } = await vintem.cli(...args)
    if (status !== 0) throw new Error(`vintem ${args.join(" ")}: ${stderr}`)
  }

  async function itemOf({ of, world }: Instance): Promise<AttentionItem | undefined> {
    const { items } = await listAttention(modeOf(world.mode), { account: world.account })
    return items.find(({ kind }) => kind === of.kind)
  }

  /** The buttons that an item has on the dashboard's page, beside that which opens its subject. */
  async function buttonsOf({ world }: Instance, { id, kind, payment_intent }: AttentionItem): Promise<string[]> {
    const { html } = await operator.get(`/${world.account}/${world.mode}/attention`)
    const row = html
      .split("<tr>")
      .slice(1)
      .find((each) => (each.split("</td>")[0] ?? "").includes(id))
    if (!row) throw new Error(`no row of ${kind} ${id} ${payment_intent}: ${html}`)
    const links = [...row.matchAll(/<a class="button ?" href="([^"]+)"/g)].map(([, href]) => unescapeHtml(href!))
    return links.map((link) => link.slice(`/${world.account}/${world.mode}`.length))
  }

  const FILLED: Record<string, string> = { TEXT: "Cielo repairs it.", FILE: "package.json" }
  const fill = (command: string) => command.split(" ").map((part) => FILLED[part] ?? part)

  async function press({ world }: Instance, path: string, fields: Record<string, string> = {}): Promise<void> {
    const { status, html } = await submit(operator, `/${world.account}/${world.mode}${path}`, fields)
    if (status !== 303) throw new Error(`${path}: ${status} ${/role="alert">([^<]*)/.exec(html)?.[1] ?? html}`)
  }

  async function endIt(instance: Instance): Promise<void> {
    const item = await itemOf(instance)
    if (!item) throw new Error("it is not listed")
    expect(listed.map(({ id, kind }) => `${kind} ${id}`)).to.include(`${item.kind} ${item.id}`)
    if ("command" in instance.end) await command(instance, item, instance.end.command)
    else await button(instance, item, instance.end.button)
    expect(await itemOf(instance)).to.equal(undefined)
    if (item.operation === "charge") expect((await retrieve(instance.world, item.payment_intent!)).status).to.be.oneOf(ENDED)
  }

  /** Runs one of the commands that the list names. */
  async function command(instance: Instance, item: AttentionItem, index: number): Promise<void> {
    const { commands, runs = 1 } = instance.of
    expect(commandsIn(item).map(withoutIds)).to.deep.equal(commands)
    for (let i = 0; i < runs; i++) await run(fill(commandsIn((await itemOf(instance))!)[index]!))
  }

  /** Presses one of the buttons that the page has. */
  async function button(instance: Instance, item: AttentionItem, index: number): Promise<void> {
    const { buttons } = instance.of
    const links = await buttonsOf(instance, item)
    expect(links.map(withoutIds)).to.deep.equal([...new Set(buttons.map(([path]) => path))])
    const [path, fields] = buttons[index]!
    await press(instance, links.find((each) => withoutIds(each) === path)!, fields)
  }

  it("no kind is missing", () => {
    expect([...new Set(CASES.map(({ kind }) => kind)), ...ELSEWHERE]).to.have.members([...ATTENTION_KINDS])
  })

  for (const of of CASES)
    for (const mode of of.modes ?? (["test", "live"] as const))
      it(`${of.kind}, ${of.state}, in ${mode} mode`, async () => {
        await Promise.all(instances.filter((each) => each.of === of && each.world.mode === mode).map(endIt))
      })

  it("none comes back when the workers have run", async () => {
    await pass(30 * MINUTE)
    await pass(30 * MINUTE)
    await moveBack()
    for (const instance of instances) {
      const item = await itemOf(instance)
      expect(item, `${instance.of.kind}, ${instance.of.state}: ${item?.message}`).to.equal(undefined)
    }
  })
})

import { expect } from "chai"
import { createMetrics } from "../../src/base/metrics.ts"
import { countFailing, forgetEndedFailures } from "../../src/jobs/failing.ts"
import { workMetrics } from "../../src/jobs/metrics.ts"
import { type Letters, openLetters } from "../support/app/letters.ts"
import { sql } from "../support/databases/sql.ts"

type Row = { kind: string; item: string; failures: number; message: string }

/** SQLite makes its milliseconds of a fraction of seconds. */
const ROUNDED_MS = 1

describe("Failures of due work", () => {
  let letters: Letters
  before(async () => {
    letters = await openLetters()
  })
  afterEach(() => letters.clear())
  after(() => letters.close())

  const rows = () =>
    letters.database.all(sql<Row>("SELECT kind, item, failures, message FROM failing_work ORDER BY kind, item"), {})
  const failElsewhere = (item: string) =>
    letters.write(`INSERT INTO failing_work (kind, item, account, since_ms, failures, message)
      VALUES ('another', '${item}', 'a', 1, 1, 'no')`)
  const another = (item: string): Row => ({ kind: "another", item, failures: 1, message: "no" })
  const ours = (failures: number): Row => ({ kind: "send_letter", item: "a1", failures, message: "the pen is dry" })

  it("are counted for each item, and forgotten once it is done, apart from those of other kinds", async () => {
    await letters.add(["a1"])
    await failElsewhere("a1")
    const { loop, end } = letters.post()
    const tick = async (how: "fails" | "sent") => {
      await letters.write("UPDATE letters SET held_until_ms = 0")
      const ticked = loop.tick()
      await end(how, "a1")
      await ticked
    }
    await tick("fails")
    await tick("fails")
    expect(await rows()).to.deep.equal([another("a1"), ours(2)])
    expect(await countFailing(letters.database, "send_letter")).to.equal(1)
    expect(await countFailing(letters.database, "nothing")).to.equal(0)
    await tick("sent")
    expect(await rows()).to.deep.equal([another("a1")])
  })

  it("put an item off for a second, and for two the next time", async () => {
    await letters.add(["a1", "b1"])
    const { loop, end } = letters.post()
    const heldForMs = async (how: "fails" | "busy") => {
      await letters.write("UPDATE letters SET held_until_ms = 0 WHERE id = 'a1'")
      const before = Date.now()
      loop.wake()
      await end(how, "a1")
      const after = Date.now()
      const held = await letters.database.one(
        sql<{ until: number }>("SELECT held_until_ms AS until FROM letters WHERE id = 'a1'"),
        {},
      )
      return { atLeast: held!.until - after, atMost: held!.until - before }
    }
    for (const [how, shortest, longest] of [
      ["busy", 1000, 1000],
      ["fails", 1000, 1100],
      ["fails", 2000, 2200],
    ] as const) {
      const { atLeast, atMost } = await heldForMs(how)
      expect(atLeast, how).to.be.at.most(longest)
      expect(atMost, how).to.be.at.least(shortest - ROUNDED_MS)
    }
    await end("sent", "b1")
    await loop.stop()
  })

  it("do not put an item off whose work has set when to try again, so that a notification can make it due earlier", async () => {
    await letters.add(["a1"])
    const { loop, begun, end, lines } = letters.post()
    loop.wake()
    await end("fails and moves it on", "a1")
    loop.wake()
    await loop.current()
    expect(begun).to.deep.equal(["a1", "a1"])
    await end("sent", "a1")
    await loop.stop()
    expect(lines, "the work logs why it failed").to.deep.equal([])
  })

  it("are none where the work was committed and only the answer to its COMMIT was lost, so that nothing is listed until it is due again", async () => {
    await letters.add(["a1"])
    const { loop, end, results } = letters.post()
    const tick = async (how: "loses its connection" | "loses the answer to its COMMIT") => {
      await letters.write("UPDATE letters SET held_until_ms = 0")
      const ticked = loop.tick()
      await end(how, "a1")
      await ticked
    }
    await tick("loses its connection")
    expect(await rows()).to.deep.equal([{ ...ours(1), message: "Connection terminated unexpectedly" }])
    await tick("loses the answer to its COMMIT")
    expect(await rows()).to.deep.equal([])
    expect(results.map(([result]) => result)).to.deep.equal(["failed", "done"])
  })

  it("are forgotten where an item is no longer due, without a transaction where nothing fails", async () => {
    const { mode, work } = letters.post()
    const { database } = letters
    let transactions = 0
    const counted: typeof database = {
      ...database,
      transaction: (of) => {
        transactions++
        return database.transaction(of)
      },
    }
    const chore = forgetEndedFailures([work])
    expect(chore.kind).to.equal("forget_failures")
    await failElsewhere("a1")
    await chore.run({ ...mode, database: counted })
    expect(transactions).to.equal(0)
    await letters.write("UPDATE failing_work SET kind = 'send_letter'")
    await chore.run({ ...mode, database: counted })
    expect([transactions, await rows()]).to.deep.equal([1, []])
  })

  it("and what is due and how late it is are in the metrics", async () => {
    await letters.add(["a1", "b1", "c1"], { dueIn: -60 })
    await letters.add(["d1"], { dueIn: 1 })
    const { mode, work } = letters.post()
    const metrics = createMetrics()
    const observe = workMetrics(metrics, [mode], [work])
    const value = async (line: string) => {
      const found = (await metrics.registry.metrics()).split("\n").find((each) => each.startsWith(`${line} `))
      return found && Number(found.split(" ").at(-1))
    }
    const labels = 'mode="test",kind="send_letter"'
    expect(await value(`vintem_work_due{${labels}}`)).to.equal(3)
    expect(await value(`vintem_work_overdue_seconds{${labels}}`)).to.equal(60)
    await letters.write("UPDATE letters SET held_until_ms = 9e15 WHERE id = 'a1'")
    expect(await value(`vintem_work_overdue_seconds{${labels}}`), "of what nobody holds").to.equal(59)
    await letters.write("UPDATE letters SET due_at = NULL")
    expect(await value(`vintem_work_overdue_seconds{${labels}}`), "where nothing is due").to.equal(0)
    for (const [result, seconds] of [
      ["done", 2],
      ["again", 1],
      ["failed", 1],
      ["done", 4000],
    ] as const)
      observe({ kind: "send_letter", livemode: false }, result, seconds)
    for (const result of ["again", "failed"])
      expect(await value(`vintem_work_done_total{${labels},result="${result}"}`)).to.equal(1)
    expect(await value(`vintem_work_done_total{${labels},result="done"}`)).to.equal(2)
    const buckets = (await metrics.registry.metrics()).match(/(?<=vintem_work_lateness_seconds_bucket\{le=")[^"]+(?=".* [12]$)/gm)
    expect(buckets).to.deep.equal(["2", "3", "5", "10", "30", "60", "300", "1800", "3600", "86400", "+Inf"])
    expect((await metrics.registry.metrics()).match(/vintem_work_lateness_seconds_bucket\{le="1",.*$/m)?.[0]).to.match(/ 0$/)
  })
})

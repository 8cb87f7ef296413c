import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { administer, databaseUrl } from "../support/databases/postgres.ts"

/** The samples of a scrape: the series and its value. */
async function scrape(vintem: Running): Promise<Map<string, number>> {
  const response = await fetch(vintem.metricsUrl)
  expect(response.status).to.equal(200)
  const lines = (await response.text()).split("\n").filter((line) => line && !line.startsWith("#"))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))] as const),
  )
}

describe("The metrics of a process on Postgres", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("show that it is ready, and how its connections are used", async () => {
    const samples = await scrape(vintem)
    expect(samples.get("vintem_ready")).to.equal(1)
    expect(samples.get('vintem_database_connections{mode="test",state="waiting"}')).to.be.at.least(0)
    const states = ["used", "idle"].map((state) => samples.get(`vintem_database_connections{mode="test",state="${state}"}`)!)
    expect(states[0]! + states[1]!).to.be.within(1, 20)
  })

  it("can be read while the database is gone: they say that it is not ready, and leave out what the database would tell", async () => {
    const { TEST_DATABASE_URL } = vintem.databases.env
    const name = new URL(TEST_DATABASE_URL!).pathname.slice(1)
    await administer(databaseUrl(TEST_DATABASE_URL!, "postgres"), `DROP DATABASE ${name} WITH (FORCE)`)
    await scrape(vintem)
    const samples = await scrape(vintem)
    expect(samples.get("vintem_ready")).to.equal(0)
    expect(samples.get('vintem_metric_errors_total{metric="vintem_work_due"}')).to.be.at.least(1)
    expect([...samples.keys()].filter((series) => series.startsWith("vintem_work_due"))).to.deep.equal([])
    expect([...samples.keys()].some((series) => series.startsWith("process_cpu_seconds_total"))).to.equal(true)
  })
})

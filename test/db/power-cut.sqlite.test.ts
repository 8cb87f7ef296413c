// A power cut keeps what was synced and may lose everything else. The real process runs with a C library before libc's
// (test/support/synced.c, LD_PRELOAD) that copies a file at the moment when it is synced; after kill -9 the copies are what the disk
// holds, and the service starts on them. That needs Linux and a C compiler. Where they are missing the test says so and counts
// as pending; what always runs is weaker: it asks the service's own connection how it syncs.
import { spawnSync } from "node:child_process"
import { cp, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect } from "chai"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { expectStatus, newCustomer } from "../support/payments.ts"
import { sql } from "../support/sql.ts"
import { spawnVintem, startVintem } from "../support/vintem.ts"

const AT_ONCE = 8
const ROUNDS = 12
const FULL = 2

/** Compiles the library; undefined where that cannot be. */
function compile(directory: string): string | undefined {
  if (process.platform !== "linux") return undefined
  const library = join(directory, "synced.so")
  const source = resolve(import.meta.dirname, "../support/synced.c")
  const { error, status, stderr } = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], {
    encoding: "utf8",
  })
  if (error) return undefined
  expect(status, stderr).to.equal(0)
  return library
}

describe("A power cut", () => {
  let work: string
  let databases: Databases
  before(async () => {
    work = await mkdtemp(join(await realpath(tmpdir()), "vintem-power-cut-"))
    databases = await freshDatabases()
  })
  after(async () => {
    await databases.remove()
    await rm(work, { recursive: true, force: true })
  })

  it("takes nothing that was answered", async function () {
    const library = compile(work)
    if (!library) {
      console.warn("NOT TESTED: that a power cut takes nothing that was answered. It needs Linux and a C compiler (cc).")
      return this.skip()
    }
    const disk = join(work, "disk")
    await cp(databases.directory, disk, { recursive: true })
    const shim = { LD_PRELOAD: library, SYNCED_FROM: await realpath(databases.directory), SYNCED_TO: disk }
    const vintem = await spawnVintem({ LOG_LEVEL: "silent", ...shim }, { databases, role: "api" })
    const made: string[] = []
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const customers = await Promise.all(Array.from({ length: AT_ONCE }, () => newCustomer(vintem)))
        made.push(...customers.map(({ id }) => id))
      }
    } finally {
      await vintem.kill()
    }

    const env = { ...databases.env, DATA_DIR: disk, TEST_DATABASE_URL: `sqlite:${join(disk, "test.sqlite")}` }
    const again = await startVintem({}, { databases: { ...databases, env }, role: "api" })
    try {
      const page = await again.request("GET", "/v1/customers?limit=100", undefined, { key: vintem.key })
      const there = expectStatus(page, 200).data.map(({ id }: { id: string }) => id)
      expect(there.sort()).to.deep.equal(made.sort())
    } finally {
      await again.close()
      await vintem.close()
    }
  })

  it("is prepared for: the connection that writes syncs at each commit", async () => {
    const vintem = await startVintem({}, { databases, role: "api" })
    try {
      const asked = await vintem.server.modes.test.database.transaction(async (tx) => ({
        ...(await tx.one(sql<{ journal_mode: string }>("PRAGMA journal_mode"), {})),
        ...(await tx.one(sql<{ synchronous: number }>("PRAGMA synchronous"), {})),
      }))
      expect(asked).to.deep.equal({ journal_mode: "wal", synchronous: FULL })
    } finally {
      await vintem.close()
    }
  })
})

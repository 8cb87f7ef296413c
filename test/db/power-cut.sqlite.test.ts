// A power cut keeps what was synced and may lose everything else. The real process runs with a preloaded C library
// (test/support/databases/synced.c, LD_PRELOAD) that copies a file whenever it is synced. After kill -9 the copies are what the disk
// holds, and the service starts on them. This needs Linux and a C compiler. Without them the test says so and counts as
// pending. The second test always runs but proves less: it checks only the sync settings of the service's connection.
import { spawnSync } from "node:child_process"
import { cp, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect } from "chai"
import { spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { expectStatus, newCustomer } from "../support/merchants/payments.ts"

const AT_ONCE = 8
const ROUNDS = 12
const FULL = 2

/** Compiles the library. Returns undefined where that is impossible. */
function compile(directory: string): string | undefined {
  if (process.platform !== "linux") return undefined
  const library = join(directory, "synced.so")
  const source = resolve(import.meta.dirname, "../support/databases/synced.c")
  const { error, status, stderr } = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], {
    encoding: "utf8",
  })
  if (error) return undefined
  expect(status, stderr).to.equal(0)
  return library
}

describe("A power cut", () => {
  let workspace: string
  let databases: Databases
  before(async () => {
    workspace = await mkdtemp(join(await realpath(tmpdir()), "vintem-power-cut-"))
    databases = await freshDatabases()
  })
  after(async () => {
    await databases.remove()
    await rm(workspace, { recursive: true, force: true })
  })

  it("loses nothing that was acknowledged", async function () {
    const library = compile(workspace)
    if (!library) {
      console.warn("NOT TESTED: a power cut loses nothing that was acknowledged. This test needs Linux and a C compiler (cc).")
      return this.skip()
    }
    const disk = join(workspace, "disk")
    await cp(databases.directory, disk, { recursive: true })
    const shim = { LD_PRELOAD: library, SYNCED_FROM: await realpath(databases.directory), SYNCED_TO: disk }
    const vintem = await spawnVintem({ LOG_LEVEL: "silent", ...shim }, { databases, role: "api" })
    const created: string[] = []
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const customers = await Promise.all(Array.from({ length: AT_ONCE }, () => newCustomer(vintem)))
        created.push(...customers.map(({ id }) => id))
      }
    } finally {
      await vintem.kill()
    }

    const env = { ...databases.env, DATA_DIR: disk, TEST_DATABASE_URL: `sqlite:${join(disk, "test.sqlite")}` }
    const again = await startVintem({}, { databases: { ...databases, env }, role: "api" })
    try {
      const page = await again.request("GET", "/v1/customers?limit=100", undefined, { key: vintem.key })
      const stored = expectStatus(page, 200).data.map(({ id }: { id: string }) => id)
      expect(stored.sort()).to.deep.equal(created.sort())
    } finally {
      await again.close()
      await vintem.close()
    }
  })

  it("is safe because the write connection syncs at each commit", async () => {
    const vintem = await startVintem({}, { databases, role: "api" })
    try {
      const settings = await vintem.server.modes.test.database.transaction(async (tx) => ({
        ...(await tx.one(sql<{ journal_mode: string }>("PRAGMA journal_mode"), {})),
        ...(await tx.one(sql<{ synchronous: number }>("PRAGMA synchronous"), {})),
      }))
      expect(settings).to.deep.equal({ journal_mode: "wal", synchronous: FULL })
    } finally {
      await vintem.close()
    }
  })
})

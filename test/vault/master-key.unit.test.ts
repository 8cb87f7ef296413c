import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { masterKey } from "../../src/vault/master-key.ts"

describe("The encryption key of test mode, if none is set", () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "vintem-master-key-"))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  const keyIn = (dataDir: string) => masterKey({ encryptionKey: undefined, dataDir })

  it("is created at the first start, readable only by its owner, and reused at the next", () => {
    const dataDir = join(directory, "data")
    const key = keyIn(dataDir)
    expect(key).to.have.lengthOf(32)
    expect(readdirSync(dataDir)).to.deep.equal(["encryption.key"])
    expect(statSync(dataDir).mode & 0o777).to.equal(0o700)
    const file = join(dataDir, "encryption.key")
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    expect(Buffer.from(readFileSync(file, "utf8"), "base64")).to.deep.equal(key)
    expect(keyIn(dataDir)).to.deep.equal(key)
  })

  it("is different in each data directory", () => {
    expect(keyIn(join(directory, "one"))).not.to.deep.equal(keyIn(join(directory, "two")))
  })

  it("is never replaced if its file is damaged, as stored data could not be read again", () => {
    const file = join(directory, "encryption.key")
    for (const damaged of ["", "c2hvcnQ=\n", `${Buffer.alloc(33).toString("base64")}\n`]) {
      writeFileSync(file, damaged)
      expect(() => keyIn(directory)).to.throw(file)
      expect(readFileSync(file, "utf8")).to.equal(damaged)
    }
  })

  it("is not read if ENCRYPTION_KEY is set", () => {
    const encryptionKey = Buffer.alloc(32, 7)
    expect(masterKey({ encryptionKey, dataDir: directory })).to.equal(encryptionKey)
    expect(readdirSync(directory)).to.deep.equal([])
  })
})

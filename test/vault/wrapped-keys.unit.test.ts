import { randomBytes } from "node:crypto"
import { expect } from "chai"
import { mustUnwrapKey, unwrapKey, wrapKey } from "../../src/vault/ring-keys.ts"

describe("A key of the ring, wrapped by the master key", () => {
  const [master, bytes] = [randomBytes(32), randomBytes(32)]
  const row = {
    id: "rk_1",
    purpose: "seal",
    wrapped: wrapKey(master, { id: "rk_1", purpose: "seal" }, bytes),
    created: 1,
  } as const

  it("is unwrapped by the same master key, as the same key", () => {
    expect(unwrapKey(master, row)).to.deep.equal(bytes)
    expect(mustUnwrapKey(master, row, false)).to.deep.equal(bytes)
    for (const odd of [{ id: "rk_2" }, { purpose: "digest" } as const, { wrapped: "" }])
      expect(unwrapKey(master, { ...row, ...odd }), JSON.stringify(odd)).to.equal(undefined)
  })

  it("names the variable to set where the master key is another one", () => {
    const other = randomBytes(32)
    expect(unwrapKey(other, row)).to.equal(undefined)
    const text = " does not open this database: set the key that it was created with, or the one that replaced it."
    const messageOf = (livemode: boolean) => {
      try {
        return String(mustUnwrapKey(other, row, livemode))
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(messageOf(false)).to.equal(`ENCRYPTION_KEY${text}`)
    expect(messageOf(true)).to.equal(`LIVE_ENCRYPTION_KEY, or ENCRYPTION_KEY without it,${text}`)
  })
})

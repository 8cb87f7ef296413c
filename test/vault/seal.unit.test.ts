import { randomBytes } from "node:crypto"
import { expect } from "chai"
import { decrypt, encrypt } from "../../src/vault/aead.ts"

describe("What the vault encrypts", () => {
  const key = randomBytes(32)
  const sealed = encrypt(key, Buffer.from("4242424242424242"), "card_1 number")

  it("opens with the same key and the same context", () => {
    expect(decrypt(key, sealed, "card_1 number").toString()).to.equal("4242424242424242")
  })

  it("does not open with another key, or in another row", () => {
    expect(() => decrypt(randomBytes(32), sealed, "card_1 number")).to.throw()
    expect(() => decrypt(key, sealed, "card_2 number")).to.throw()
  })

  it("does not open when any single byte of it was changed", () => {
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      expect(() => decrypt(key, changed, "card_1 number"), `byte ${index}`).to.throw()
    }
  })

  it("does not open with a tag that was cut short", () => {
    expect(() => decrypt(key, sealed.subarray(0, -12), "card_1 number")).to.throw()
  })

  it("never looks the same twice", () => {
    expect(encrypt(key, Buffer.from("4242424242424242"), "card_1 number")).not.to.deep.equal(sealed)
  })
})

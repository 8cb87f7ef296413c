import { createCipheriv, randomBytes } from "node:crypto"
import { expect } from "chai"
import { decrypt, encrypt } from "../../src/vault/aead.ts"

describe("Data encrypted by the vault", () => {
  const key = randomBytes(32)
  const sealed = encrypt(key, Buffer.from("4242424242424242"), "card_1 number")

  it("opens with the same key and the same context", () => {
    expect(decrypt(key, sealed, "card_1 number").toString()).to.equal("4242424242424242")
  })

  it("does not open with another key, or in another row", () => {
    expect(() => decrypt(randomBytes(32), sealed, "card_1 number")).to.throw()
    expect(() => decrypt(key, sealed, "card_2 number")).to.throw()
  })

  it("does not open if any byte was changed", () => {
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      expect(() => decrypt(key, changed, "card_1 number"), `byte ${index}`).to.throw()
    }
  })

  /** Encrypts with AES-256-GCM and a tag of `authTagLength` bytes. */
  const withTagOf = (authTagLength: number) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength }).setAAD(Buffer.from("card_1 number"))
    return Buffer.concat([nonce, cipher.update("4242424242424242"), cipher.final(), cipher.getAuthTag()])
  }

  it("is AES-256-GCM with a nonce of 12 bytes and a tag of 16", () => {
    expect(sealed).to.have.lengthOf(12 + 16 + 16)
    expect(decrypt(key, withTagOf(16), "card_1 number").toString()).to.equal("4242424242424242")
  })

  it("does not open with a shorter tag, which could be guessed", () => {
    for (const bytes of [4, 8, 12, 13, 14, 15]) {
      expect(() => decrypt(key, withTagOf(bytes), "card_1 number"), `${bytes} bytes`).to.throw()
    }
    expect(() => decrypt(key, sealed.subarray(0, -12), "card_1 number")).to.throw()
    // So few bytes are only a tag, which is rejected for its length before any comparison.
    for (const bytes of [4, 8, 12]) {
      expect(() => decrypt(key, randomBytes(bytes), "card_1 number")).to.throw(/tag length/)
    }
  })

  it("is different each time", () => {
    expect(encrypt(key, Buffer.from("4242424242424242"), "card_1 number")).not.to.deep.equal(sealed)
  })
})

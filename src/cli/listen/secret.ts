import { readFileSync } from "node:fs"
import { join } from "node:path"
import { makePrivate, writePrivateFileOnce } from "../../base/files.ts"
import { newSigningSecret } from "../../events/webhooks/signature.ts"

/**
 * Returns the secret that signs the events that `vintem listen` forwards for an account. It is created at the first call and kept in
 * DATA_DIR, so a developer configures it in the shop only once. No endpoint of the account has it.
 */
export function listenSecret(dataDir: string, account: string): string {
  const file = join(dataDir, "listen", `${account}.secret`)
  writePrivateFileOnce(file, `${newSigningSecret(false)}\n`)
  makePrivate(file)
  const secret = readFileSync(file, "utf8").trim()
  if (/^whsec_test_\w{32,}$/.test(secret)) return secret
  throw new Error(`${file} must contain a signing secret (whsec_test_…). Delete it, and a new secret is made at the next start.`)
}

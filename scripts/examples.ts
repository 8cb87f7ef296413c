// Records the examples of openapi.yaml: plays a story with the service and records its responses.
// Usage: examples.ts [--check], which fails if openapi.yaml has other examples.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { load } from "js-yaml"
import { startReceiver } from "./examples/receiver.ts"
import { newRecording } from "./examples/recording.ts"
import { splitContract, withValues } from "./examples/section.ts"
import { withShop } from "./examples/shop.ts"
import { goOn } from "./examples/story/afterwards.ts"
import { refuse } from "./examples/story/errors.ts"
import { openTheShop } from "./examples/story/opening.ts"
import { payByCard, payByDebit, payByMandate } from "./examples/story/payment.ts"
import type { Json } from "./spec/shared/document.ts"

const FILE = path.resolve(import.meta.dirname, "../openapi.yaml")

/** Returns the text of openapi.yaml with the service's current responses as examples. */
async function recorded(text: string): Promise<string> {
  const contract = load(text) as Json
  const recording = newRecording(contract)
  const receiver = await startReceiver()
  await withShop({ contract, recording, receiver }, async (shop) => {
    await openTheShop(shop)
    await payByCard(shop)
    await goOn(shop)
    await refuse(shop)
    await payByDebit(shop)
    await payByMandate(shop)
  })
  receiver.close()
  const [head, section] = splitContract(text)
  return recording.translate(head) + withValues(section, recording.values())
}

/** Prints the difference between openapi.yaml and `text`, if any. Returns whether they are the same. */
function isSame(text: string): boolean {
  const directory = mkdtempSync(path.join(os.tmpdir(), "vintem-examples-"))
  try {
    const fresh = path.join(directory, "recorded.yaml")
    writeFileSync(fresh, text)
    return (
      spawnSync("diff", ["-u", "--label", "openapi.yaml", "--label", "recorded", FILE, fresh], { stdio: "inherit" }).status === 0
    )
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const text = readFileSync(FILE, "utf8")
const fresh = await recorded(text)
if (!process.argv.includes("--check")) writeFileSync(FILE, fresh)
else if (isSame(fresh)) console.log("The examples of openapi.yaml are what the service says.")
else {
  console.error("Run `make examples` and commit the result.")
  process.exitCode = 1
}

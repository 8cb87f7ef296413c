import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./packed.ts"

export const README = readFileSync(join(ROOT, "generated/sdk/README.md"), "utf8")

/** The code blocks of the README, which together form one program. */
export const program = [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join("\n")

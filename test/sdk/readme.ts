import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./packed.ts"

export const README = readFileSync(join(ROOT, "generated/sdk/README.md"), "utf8")

const blocks = [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!)
const FILE = /^\/\/ (\S+\.ts)\n/

/** The code blocks of the README that are not files of their own. Together they form one program. */
export const program = blocks.filter((code) => !FILE.test(code)).join("\n")

/** The code blocks of the README that begin with the name of a file, by that name. */
export const files: Record<string, string> = Object.fromEntries(
  blocks.flatMap((code) => {
    const name = FILE.exec(code)?.[1]
    return name ? [[name, code]] : []
  }),
)

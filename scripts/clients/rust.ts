import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { load } from "js-yaml"
import { CONTRACT, copyProgram, type Generator, openapiGenerator, ROOT } from "./generator.ts"

/** Without a version of three numbers, Cargo refuses the package: the contract's version is a date. */
const VERSION = "--additional-properties=packageVersion=1.0.0"

/**
 * Returns the contract as the Rust generator can read it. With a discriminator it writes the tag of a union twice, and reads it never. The
 * branches of an `anyOf` it merges into one type. Without them, it makes an enum, of which the first branch applies that matches.
 */
const readable = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(readable)
  if (node === null || typeof node !== "object") return node
  const members = Object.entries(node).filter(([name, value]) => name !== "discriminator" || !value?.propertyName)
  return Object.fromEntries(members.map(([name, value]) => [name === "anyOf" ? "oneOf" : name, readable(value)]))
}

/** What was compiled remains, because the crates take minutes. */
const TARGET = join(ROOT, ".cache/rust")

export const RUST: Generator[] = [
  {
    name: "OpenAPI Generator, Rust",
    needs: ["cargo", "--version"],
    programs: ["payment", "additions"],
    build: async (directory, run) => {
      const contract = join(directory, "openapi.json")
      writeFileSync(contract, JSON.stringify(readable(load(readFileSync(CONTRACT, "utf8")))))
      openapiGenerator("rust", directory, contract, VERSION)
      copyProgram("openapi-generator", "payment", join(directory, "src", "bin", "payment.rs"))
      copyProgram("openapi-generator", "additions", join(directory, "src", "bin", "additions.rs"))
      await run("cargo", ["add", "-q", "tokio@1", "--features", "macros,rt"])
      // The service of these programs speaks HTTP, so TLS and its system libraries are not needed.
      await run("cargo", ["build", "-q", "--no-default-features", "--target-dir", TARGET])
    },
    start: (purpose, run, env) => run(join(TARGET, "debug", purpose), [], env),
  },
]

import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { type Place, runIn } from "./chroot.ts"
import { type Instruction, isInContext, readDockerfile } from "./dockerfile.ts"

const ROOT = resolve(import.meta.dirname, "../..")

export type Image = Place & { entrypoint: string[]; command: string[]; healthCheck: string[] }

/** Performs the steps of the Dockerfile, each stage in its own directory under `work`. Returns the last stage. */
export function buildImage(work: string): Image {
  const stages = new Map<string, Image>()
  let image: Image | undefined
  for (const [index, { name, instructions }] of readDockerfile(join(ROOT, "Dockerfile")).entries()) {
    const root = join(work, String(index))
    mkdirSync(root)
    image = { root, directory: "/", env: {}, user: "0:0", entrypoint: [], command: [], healthCheck: [] }
    for (const instruction of instructions) take(instruction, image, stages)
    stages.set(name, image)
  }
  return image!
}

function take({ name, text }: Instruction, image: Image, stages: Map<string, Image>): void {
  console.log(`${name} ${text}`)
  if (name === "WORKDIR") {
    image.directory = text
    mkdirSync(join(image.root, text), { recursive: true })
  } else if (name === "ENV") Object.assign(image.env, Object.fromEntries(text.split(" ").map((pair) => pair.split("="))))
  else if (name === "COPY") copy(text, image, stages)
  else if (name === "RUN") runIn({ ...image, env: { ...image.env, ...registry() } }, ["sh", "-c", text])
  else if (name === "USER") image.user = text
  else if (name === "ENTRYPOINT") image.entrypoint = JSON.parse(text)
  else if (name === "CMD") image.command = JSON.parse(text)
  else if (name === "HEALTHCHECK") image.healthCheck = JSON.parse(text.slice(text.indexOf("[")))
  else if (name !== "EXPOSE") throw new Error(`${name} of the Dockerfile is not known here`)
}

function copy(text: string, image: Image, stages: Map<string, Image>): void {
  const words = text.split(" ")
  const from = words[0]!.startsWith("--from=") ? stages.get(words.shift()!.slice("--from=".length))!.root : undefined
  const target = resolve(image.directory, words.pop()!)
  for (const source of words) {
    // A directory's content is copied, and a file goes into a target that is a directory.
    const isFile = from === undefined && /\.\w+$|LICENSE/.test(source)
    const to = join(image.root, isFile ? join(target, basename(source)) : target)
    if (from) cpSync(join(from, source), to, { recursive: true, verbatimSymlinks: true })
    else for (const file of inContext(source)) cpSync(join(ROOT, file), isFile ? to : join(to, file.slice(source.length + 1)))
  }
}

/** Returns the repository's files at a path that .dockerignore allows in the build. */
function inContext(path: string): string[] {
  const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", path], {
    cwd: ROOT,
    encoding: "utf8",
  })
  const files = tracked
    .split("\n")
    .filter(Boolean)
    .filter((file) => isInContext(join(ROOT, ".dockerignore"), file))
  if (files.length === 0) throw new Error(`COPY ${path}: .dockerignore lets none of it in`)
  return files
}

/** Returns npm's registry settings, as configured for the current user. */
function registry(): Record<string, string> {
  const config = JSON.parse(
    execFileSync("npm", ["config", "list", "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  )
  const { registry, cafile } = config as { registry: string; cafile: string | null }
  return { npm_config_registry: registry, npm_config_cache: "/tmp/npm", ...(cafile && { npm_config_cafile: cafile }) }
}

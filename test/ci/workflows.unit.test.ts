import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect } from "chai"
import { load } from "js-yaml"
import type { Json } from "../support/contract/json.ts"

const ROOT = resolve(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(ROOT, file), "utf8")

type Step = { uses?: string; run?: string }
type Job = { steps?: Step[]; strategy?: { matrix: { part: string[] } } }
type Workflow = { permissions: Record<string, string>; jobs: Record<string, Job> }

const workflows = globSync(".github/workflows/*.yml", { cwd: ROOT }).map((file) => ({ file, ...(load(read(file)) as Workflow) }))
const checks = load(read(".github/workflows/ci.yml")) as Workflow
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps ?? [])

describe("The workflows of CI", () => {
  it("name each action by its commit, as a tag can be moved", () => {
    const used = workflows.flatMap(stepsOf).flatMap(({ uses }) => uses ?? [])
    expect(used).to.have.length.above(4)
    for (const action of used) expect(action).to.match(/@[0-9a-f]{40}$/)
  })

  it("may only read the repository, unless a job says otherwise", () => {
    for (const { file, permissions } of workflows) expect(permissions, file).to.deep.equal({ contents: "read" })
  })

  it("run every part of .ci/run", () => {
    const parts = [...read(".ci/run").matchAll(/^(?:PARTS|BY_NAME)=\((.*)\)$/gm)].flatMap(([, names]) => names!.split(" "))
    const inMatrix = checks.jobs.part!.strategy!.matrix.part
    const alone = stepsOf(checks).flatMap(({ run }) => /^bash \.ci\/run (\w+)$/.exec(run ?? "")?.[1] ?? [])
    expect([...inMatrix, ...alone]).to.have.members(parts)
  })
})

describe(".ci/run", () => {
  it("names its parts where it is given another one, and runs nothing", () => {
    const { status, stdout, stderr } = spawnSync("bash", [join(ROOT, ".ci/run"), "lint", "everything"], { encoding: "utf8" })
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: "" })
    expect(stderr).to.include("There is no part everything. The parts are: lint")
  })
})

describe("The file of Dependabot", () => {
  it("looks at packages, actions and the image each week, in few pull requests", () => {
    const { updates } = load(read(".github/dependabot.yml")) as { updates: Record<string, Json>[] }
    expect(updates.map((each) => each["package-ecosystem"])).to.deep.equal(["npm", "github-actions", "docker"])
    for (const each of updates) {
      expect(each.schedule).to.deep.equal({ interval: "weekly" })
      expect(Object.keys(each.groups)).not.to.deep.equal([])
    }
  })
})

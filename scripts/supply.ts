// Checks the packages that Vintém is installed from, and writes the bill of materials. Usage: supply.ts [--sbom-only]
//
// OSV_DATABASE names a folder with OSV's records for npm, for machines whose registry has no advisories. With ADVISORIES=required,
// advisories that cannot be checked count as a failure.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { type Advisories, osvAdvisories, registryAdvisories } from "./supply/advisories.ts"
import { licenseFindings } from "./supply/licenses.ts"
import { lockFindings, ROOT, readLock, scriptFindings } from "./supply/lock.ts"
import { npmJson } from "./supply/npm.ts"
import { shippedLock, withShippedLock } from "./supply/shipped.ts"

const BILL = "dist/sbom.cdx.json"

const report = (title: string, findings: string[]): void => {
  console.log(`${title}: ${findings.length === 0 ? "ok" : findings.map((finding) => `\n  ${finding}`).join("")}`)
  if (findings.length > 0) process.exitCode = 1
}

const reportAdvisories = (advisories: Advisories): void => {
  if (advisories.findings) {
    report("advisories, high and critical", advisories.findings)
    return
  }
  console.log(`advisories: NOT CHECKED (${advisories.reason}). Set OSV_DATABASE, or use a registry that knows advisories.`)
  if (process.env.ADVISORIES === "required") process.exitCode = 1
}

const writeBill = async (): Promise<void> => {
  const bill = await withShippedLock((folder) => npmJson(folder, ["sbom", "--sbom-format", "cyclonedx"]))
  mkdirSync(path.join(ROOT, path.dirname(BILL)), { recursive: true })
  writeFileSync(path.join(ROOT, BILL), `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`bill of materials: ${BILL}, ${bill.components.length} components`)
}

const { values } = parseArgs({ options: { "sbom-only": { type: "boolean", default: false } } })
await writeBill()
if (!values["sbom-only"]) {
  const { allowScripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"))
  const { OSV_DATABASE: database } = process.env
  report("digests and addresses in package-lock.json", lockFindings(readLock()))
  report("install scripts", scriptFindings(readLock(), allowScripts))
  report("licenses", licenseFindings(shippedLock()))
  reportAdvisories(database ? osvAdvisories(database, shippedLock()) : await withShippedLock(registryAdvisories))
}

import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parser } from "@prometheus-io/lezer-promql"
import { expect } from "chai"
import { load } from "js-yaml"
import { type Running, startVintem } from "../support/app/vintem.ts"

const read = (file: string) => readFileSync(join(resolve(import.meta.dirname, "../.."), file), "utf8")

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string; runbook: string } }
type Panel = { title: string; type: string; targets?: { expr: string }[] }

const RULES = (load(read("deploy/prometheus/rules.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules)
const PANELS: Panel[] = JSON.parse(read("deploy/grafana/vintem.json")).panels

/** Grafana fills in its own variable before it asks Prometheus. */
const inGrafana = (expr: string) => expr.replaceAll("$__rate_interval", "5m")

/** Every expression of the rules and the dashboard, with where it is. */
const EXPRESSIONS = [
  ...RULES.map(({ alert, expr }) => ({ where: `rule ${alert}`, expr })),
  ...PANELS.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: `panel ${title}`, expr: inGrafana(expr) }))),
]

/** The metrics of the page with their labels and types, as `vintem_work_due{mode,kind}`. */
const DOCUMENTED = [...read("docs/operations/metrics.md").matchAll(/^\| `(vintem_\w+)(?:\{([\w,]+)\})?` \| (\w+) \|/gm)].map(
  ([, name, labels, type]) => ({ name: name!, labels: labels?.split(",") ?? [], type: type! }),
)

/** What Prometheus adds itself. */
const OF_PROMETHEUS = ["up"]

/** Every metric that an expression reads, with the labels that it matches. `broken` is the text around the first syntax error. */
function selectorsIn(expr: string): { broken?: string; selectors: { metric: string; labels: string[] }[] } {
  const selectors: { metric: string; labels: string[] }[] = []
  let broken: string | undefined
  parser.parse(expr).iterate({
    enter: ({ type, name, from, to }) => {
      const text = expr.slice(from, to)
      if (type.isError) broken ??= expr.slice(Math.max(0, from - 20), to + 20)
      if (name === "Identifier") selectors.push({ metric: text, labels: [] })
      if (name === "UnquotedLabelMatcher") selectors.at(-1)!.labels.push(/^\w+/.exec(text)![0])
    },
  })
  return { broken, selectors }
}

const baseOf = (metric: string) => metric.replace(/_(bucket|sum|count)$/, "")

describe("Metrics, alerts and the dashboard", () => {
  let vintem: Running
  let metrics: string
  before(async () => {
    vintem = await startVintem()
    await vintem.request("GET", "/v1/customers")
    metrics = await (await fetch(vintem.metricsUrl)).text()
  })
  after(() => vintem.close())

  /** Every metric of the running service, with its type. */
  const served = () => [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => ({ name: name!, type: type! }))

  it("the page about metrics has every metric of Vintém with its type, and no other", () => {
    const own = served().filter(({ name }) => name.startsWith("vintem_"))
    expect(DOCUMENTED.map(({ name, type }) => ({ name, type }))).to.have.deep.members(own)
    expect(own).to.have.length.above(10)
  })

  it("the page about metrics has the labels of every metric", () => {
    const samples = [...metrics.matchAll(/^(vintem_\w+)\{(.*)\} /gm)].map(([, series, labels]) => ({
      name: baseOf(series!),
      labels: [...labels!.matchAll(/(\w+)="/g)].map(([, label]) => label!).filter((label) => label !== "le"),
    }))
    for (const { name, labels } of samples) {
      expect(labels, name).to.have.members(DOCUMENTED.find((metric) => metric.name === name)!.labels)
    }
    expect(samples).to.have.length.above(20)
  })

  it("every rule and every panel is valid PromQL", () => {
    const broken = EXPRESSIONS.map(({ where, expr }) => ({ where, broken: selectorsIn(expr).broken }))
    expect(broken.filter((each) => each.broken !== undefined)).to.deep.equal([])
    expect(selectorsIn("sum(up").broken).not.to.equal(undefined)
    expect(EXPRESSIONS).to.have.length.above(RULES.length + 10)
  })

  it("every rule and every panel reads metrics and labels that exist", () => {
    const known = new Map(served().map(({ name }) => [name, DOCUMENTED.find((metric) => metric.name === name)?.labels]))
    for (const name of OF_PROMETHEUS) known.set(name, undefined)
    const wrong = EXPRESSIONS.flatMap(({ where, expr }) =>
      selectorsIn(expr).selectors.flatMap(({ metric, labels }) => {
        const name = known.has(metric) ? metric : baseOf(metric)
        if (!known.has(name)) return [`${where}: ${metric}`]
        const allowed = ["job", "instance", "le", ...(known.get(name) ?? [])]
        return labels.filter((label) => !allowed.includes(label)).map((label) => `${where}: ${metric}{${label}}`)
      }),
    )
    expect(wrong).to.deep.equal([])
  })

  it("every alert has a runbook, and every runbook an alert", () => {
    const headings = [...read("docs/operations/runbooks.md").matchAll(/^## (Vintem\w+)$/gm)].map(([, title]) => title!)
    expect(headings).to.have.members(RULES.map(({ alert }) => alert))
    for (const { alert, labels, annotations } of RULES) {
      expect(annotations.runbook, alert).to.equal(`docs/operations/runbooks.md#${alert.toLowerCase()}`)
      expect(labels.severity, alert).to.be.oneOf(["page", "ticket"])
      expect(annotations.summary, alert).to.match(/\.$/)
    }
  })
})

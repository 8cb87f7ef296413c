export type Section = { title: string; version: string; date?: string; text: string }

/** Returns the sections of a changelog: `## 1.2.3 (2030-01-31)`, and `## Unreleased`, whose version is "Unreleased". */
export function sectionsOf(changelog: string): Section[] {
  const sections = changelog.split(/^(?=## )/m).filter((section) => section.startsWith("## "))
  return sections.map((section) => {
    const [heading = "", ...lines] = section.split("\n")
    const title = heading.slice("## ".length).trim()
    const [, version = title, date] = /^(\S+)(?: \((\d{4}-\d{2}-\d{2})\))?$/.exec(title) ?? []
    return { title, version, ...(date && { date }), text: lines.join("\n").trim() }
  })
}

/** Returns what keeps a changelog from being that of a released version, each with the name of the file. */
export function problemsOfChangelog(file: string, changelog: string, version: string): string[] {
  const sections = sectionsOf(changelog)
  const own = sections.find((section) => section.version === version)
  const unreleased = sections.find((section) => section.version === "Unreleased")
  return [
    ...(own?.date ? [] : [`${file} has no section "## ${version} (YYYY-MM-DD)". Give the section "Unreleased" this title.`]),
    ...(own?.text === "" ? [`${file} says nothing about ${version}.`] : []),
    ...(unreleased?.text ? [`${file} has entries under "Unreleased". Move them into the section of ${version}.`] : []),
  ]
}

/**
 * Returns the notes of a release: the section of the version, or the unreleased one before there is such a section. Links to files lead to
 * `files`, the address of the repository at the tag, if it is known.
 */
export function notesOf(changelog: string, version: string, files?: string): string {
  const sections = sectionsOf(changelog)
  const section = sections.find((each) => each.version === version) ?? sections.find((each) => each.version === "Unreleased")
  if (!section) throw new Error(`CHANGELOG.md has no section for ${version}, and none that is unreleased.`)
  const text = files ? section.text.replaceAll(/\]\((?![a-z]+:|#)/g, `](${files}/`) : section.text
  return `${text}\n`
}
